//! Records read back: rows of components, sorted by depth and group, for a certificate.
