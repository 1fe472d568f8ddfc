#!/usr/bin/env bash
# Our `strata range` against `freecell-solver-range-parallel-solve` of Debian's freecell-solver-bin, one
# thread each, alternately and three times in one go, so that both meet the same machine:
#
#     benches/range_against_fc_solve.sh [FROM TO]          deals 1 to 32000 without arguments
#
# Prints each time; the ratio of ours to theirs, pair by pair and its median; our mean solution (sequences as
# one move, all foundation moves counted) beside the 117 moves of theirs; states a deal and states a
# second. Aim: a ratio of 0.5 or less, and no more than 117 moves.
#
# Where the package is not installed it says so and ends. STRATA names our program; without it the
# one that `cargo build --release` makes is taken.
set -euo pipefail
cd "$(dirname "$0")/.."

from=${1:-1}
to=${2:-32000}
rounds=3
theirs=freecell-solver-range-parallel-solve
# Deals between two of their lines of progress.
report=4000

if ! command -v "$theirs" >/dev/null; then
    echo "not compared: $theirs is not installed (Debian: freecell-solver-bin)"
    exit 0
fi
if [ -z "${STRATA:-}" ]; then
    cargo build --release --workspace
    STRATA=${CARGO_TARGET_DIR:-target}/release/strata
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Seconds that a command takes: by the clock, and of the processor, which a busy machine disturbs less. Its
# output goes to a file; code 3 is "some deals are undecided".
seconds_of() {
    local out=$1 code=0 TIMEFORMAT='%R %U %S'
    shift
    { time "$@" >"$out" 2>"$folder/errors"; } 2>"$folder/times" || code=$?
    if [ "$code" != 0 ] && [ "$code" != 3 ]; then
        echo "failed with code $code: $*" >&2
        cat "$folder/errors" >&2
        exit 1
    fi
    awk '{ printf "%.3f %.3f", $1, $2 + $3 }' "$folder/times"
}

# The median of the ratios in a file.
median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }

ratio() { awk -v ours="$1" -v theirs="$2" 'BEGIN { printf "%.3f", ours / theirs }'; }

# A number of the summary, with one decimal where it has some.
field() {
    sed -E "s/.*\"$1\":([0-9.]+).*/\1/" "$folder/summary" |
        awk '{ if ($1 == int($1)) printf "%d", $1; else printf "%.1f", $1 }'
}

echo "deals $from to $to, one thread, seconds by the clock (of the processor)"
for round in $(seq "$rounds"); do
    of_theirs=$(seconds_of "$folder/theirs" "$theirs" "$from" "$to" "$report" -l lg)
    rm -f "$folder/lines"
    of_ours=$(seconds_of "$folder/summary" \
        "$STRATA" range "$from" "$to" --threads 1 --json --out "$folder/lines")
    read -r their_clock their_processor <<<"$of_theirs"
    read -r our_clock our_processor <<<"$of_ours"
    by_clock=$(ratio "$our_clock" "$their_clock")
    by_processor=$(ratio "$our_processor" "$their_processor")
    echo "$by_clock" >>"$folder/by_clock"
    echo "$by_processor" >>"$folder/by_processor"
    echo "round $round: theirs $their_clock ($their_processor), ours $our_clock ($our_processor)," \
        "ratio $by_clock ($by_processor)"
    # A faster wrong answer is to be seen.
    echo "  verdicts: $(field solvable) solvable, $(field impossible) impossible, $(field undecided) undecided"
done

echo "ratio ours/theirs, median: $(median "$folder/by_clock") ($(median "$folder/by_processor"))"
echo "our mean solution: $(field moves_mean) moves (theirs over 1 to 32000: 117)"
echo "our states: $(field states_mean) a deal in the mean, $(field states_median) in the median," \
    "$(field states_per_second) a second"
echo "our peak memory: $(field peak_memory_bytes) bytes"
