# Two commands do everything on a fresh machine: `make run` and `make test`.
# The first build compiles RocksDB and takes about a quarter of an hour on two cores.

# The same packages and features for every target, so that RocksDB is compiled once.
CARGO_BUILD = cargo build --release --workspace
CARGO_TEST = cargo test --release --workspace
STRATA = "$(or $(CARGO_TARGET_DIR),target)/release/strata"

.PHONY: run test check bench long fuzz setup

run: setup
	$(CARGO_BUILD)
	$(STRATA) show 11982

test: setup
	$(CARGO_TEST)

# Format, lints, and the debug assertions of the inner loops (without RocksDB).
check: setup
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets -- -D warnings
	cargo test --package fcc

bench: setup
	cargo bench --workspace

# Checks of minutes.
long: setup
	$(CARGO_TEST) -- --ignored

# A million damaged boards and solutions.
fuzz: setup
	STRATA_FUZZ_CASES=1000000 cargo test --release --workspace -- mutated damaged fuzz

setup:
	@tools/setup
