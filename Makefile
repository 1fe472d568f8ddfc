# Two commands do everything on a fresh machine: `make run` and `make test`.
# The first build compiles RocksDB and takes about a quarter of an hour on two cores.

# The same packages and features for every target, so that RocksDB is compiled once.
CARGO_BUILD = cargo build --release --workspace
CARGO_TEST = cargo test --release --workspace
# Of `make spark` and the Spark tests, which start elsewhere.
STRATA_PATH = $(abspath $(or $(CARGO_TARGET_DIR),target))/release/strata
STRATA = "$(or $(CARGO_TARGET_DIR),target)/release/strata"

.PHONY: run test check bench long fuzz pictures spark setup

# Solve a board and prove two deals impossible. Exit code 1 means impossible: no failure.
run: setup
	$(CARGO_BUILD)
	$(STRATA) solve 617
	$(STRATA) census 11982 || test $$? -eq 1
	$(STRATA) prove 384243 --freecells 2 || test $$? -eq 1

# Tests of pages need a browser, one needs GNU parallel, those of Spark need Java and PyPI; where these can't be
# installed they are left out, and say so.
test: setup
	if tools/setup-tests; then $(CARGO_TEST); else STRATA_BROWSER=missing $(CARGO_TEST); fi
	$(CARGO_BUILD)
	if python=$$(tools/setup-spark); then \
		cd tools/spark && STRATA="$(STRATA_PATH)" PYTHONPATH=. "$$python" -m pytest -q -p no:cacheprovider tests; \
	else echo "the tests of Spark are SKIPPED: there is no Java, or no PyPI" >&2; fi

# The graph of a deal on a Spark of two executors, on this machine, and its certificate checked.
spark: setup
	$(CARGO_BUILD)
	STRATA="$(STRATA_PATH)" tools/spark/examples/two-executors

# Format, lints, with and without RocksDB, and the debug assertions of the inner loops.
check: setup
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets -- -D warnings
	cargo clippy --release --no-default-features -- -D warnings
	cargo clippy --release --no-default-features --features cli -- -D warnings
	cargo test --package fcc --lib --test model --test golden --test symmetry --test split

bench: setup
	cargo bench --workspace

# Checks of minutes.
long: setup
	tools/setup-tests
	$(CARGO_TEST) -- --ignored

# A million damaged boards and solutions.
fuzz: setup
	STRATA_FUZZ_CASES=1000000 $(CARGO_TEST) -- random_tests fuzz

# The pictures of docs/analysis.md.
pictures: setup
	$(CARGO_BUILD)
	tools/pictures

setup:
	@tools/setup
