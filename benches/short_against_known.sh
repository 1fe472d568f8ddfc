#!/usr/bin/env bash
# How short the solutions of `strata solve --short` are, beside known ones:
#
#     benches/short_against_known.sh [FROM TO [TIME]]      deals 1 to 30 with 100ms each without arguments
#
# Moves are counted with sequences as one and every foundation move. The known means are of deals 1 to 30:
# 89.1 by `fc-solve -l qsi` with 0.25 s and 600 MB a deal, 80 by the best known beam search with 0.07 s.
# Aim: below 80.
#
# STRATA names our program; without it the one that `cargo build --release` makes is taken.
set -euo pipefail
cd "$(dirname "$0")/.."

from=${1:-1}
to=${2:-30}
time=${3:-100ms}

if [ -z "${STRATA:-}" ]; then
    cargo build --release --workspace
    STRATA=${CARGO_TARGET_DIR:-target}/release/strata
fi

for deal in $(seq "$from" "$to"); do
    json=$("$STRATA" solve "$deal" --short --time "$time" --json)
    moves=$(sed -E 's/.*"sequences":([0-9]+).*/\1/' <<<"$json")
    seconds=$(sed -E 's/.*"seconds":([0-9.]+).*/\1/' <<<"$json")
    echo "$deal $moves $seconds"
done | awk -v time="$time" '
    { moves += $2; seconds += $3; list = list " " $2; if ($3 > slowest) slowest = $3 }
    END {
        print "moves by deal:" list
        printf "mean of %d deals with %s each: %.2f moves\n", NR, time, moves / NR
        printf "time: %.3f s a deal in the mean, %.3f s at most\n", seconds / NR, slowest
        print "known for deals 1 to 30: 89.1 (fc-solve -l qsi, 0.25 s), 80 (beam search, 0.07 s)"
    }'
