//! Callers of the library: one in C, the Python binding and KPatience, both unmodified, and the list of its symbols.
//!
//! What a machine does not have is not tried, and says so; `tools/setup-tests` installs it where it can.

mod c;
mod kpat;
mod python;
mod support;
mod symbols;
mod window;
