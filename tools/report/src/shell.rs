//! Words for a shell: commands that are printed can be pasted.

/// A word that a shell takes as one.
pub fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./+,:=@".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_with_blanks_are_quoted() {
        let words = ["run-1/a.cert", "my run", "it's", ""].map(shell_word);
        assert_eq!(words, ["run-1/a.cert", "'my run'", r"'it'\''s'", "''"]);
    }
}
