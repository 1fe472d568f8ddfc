//! `storage`: bytes on disk.
//!
//! Knows keys and records, never cards. So far it holds the database that DoesExists will live in.

pub mod database;
