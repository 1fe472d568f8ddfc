#!/usr/bin/env bash
# Our `strata solve` against Debian's `fc-solve -g GAME` (freecell-solver-bin), board by board, a process for each board
# on both sides, alternately, so that both meet the same machine:
#
#     benches/games_against_fc_solve.sh [FROM TO [GAME...]]        deals 1 to 500 of all games without arguments
#
# For each game: boards solved, proved impossible and left open, solutions that the rules refuse, moves in the mean, and
# seconds of the processor, processes included; `strata range` does all boards in one process on one thread. fc-solve runs
# three times: with `-l lg`, the preset that its users take (`-l tlm` for Simple Simon); with its plain scan; and with a
# complete one (`-to 01ABCDE`, which alone proves anything; for relaxed_seahaven `-to 01ABCDE46`; relaxed_freecell,
# der_katz and simple_simon have none). ITERATIONS limits each of its scans, TIME_A_BOARD each of ours.
# Solutions of both sides are replayed by `strata-verify`. fc-solve refuses boards of more than 10 columns: fan, cruel and
# bakers_dozen have lines of ours only. It drops what is beyond 20 cards of a column: boards with such columns are left
# out. The line `fc-solve start` is what as many processes of it take to print their version.
#
# Where the package is not installed it says so and ends. STRATA and VERIFY name our programs; without them those
# that `cargo build --release` makes are taken.
set -euo pipefail
cd "$(dirname "$0")/.."

from=${1:-1}
to=${2:-500}
shift $(($# < 2 ? $# : 2))
games=${*:-freecell relaxed_freecell forecell bakers_game ko_bakers_game eight_off seahaven relaxed_seahaven fan cruel \
    bakers_dozen good_measure beleaguered_castle streets_and_alleys citadel simple_simon der_katz die_schlange}
iterations=${ITERATIONS:-200000}
limit=${TIME_A_BOARD:-60s}

if ! command -v fc-solve >/dev/null; then
    echo "not compared: fc-solve is not installed (Debian: freecell-solver-bin)"
    exit 0
fi
if [ -z "${STRATA:-}" ]; then
    cargo build --release --workspace
    STRATA=${CARGO_TARGET_DIR:-target}/release/strata
fi
VERIFY=${VERIFY:-$(dirname "$STRATA")/strata-verify}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Runs a command on each board, with its output to BOARD.NAME; prints its seconds of the processor.
run_all() {
    local name=$1 TIMEFORMAT='%U %S'
    shift
    { time for board in "$folder"/*.txt; do
        "$@" "$board" >"$board.$name" 2>/dev/null || true
    done; } 2>"$folder/times"
    awk '{ printf "%.2f", $1 + $2 }' "$folder/times"
}

# How many outputs hold a sentence.
count_of() { { grep -lE "$2" "$folder"/*."$1" || true; } | wc -l; }

# How many solutions of these outputs the checker refuses.
refused() {
    local wrong=0 output
    for output in $({ grep -lE "$2" "$folder"/*."$1" || true; }); do
        "$VERIFY" "${output%."$1"}" "$output" >/dev/null 2>&1 || wrong=$((wrong + 1))
    done
    echo "$wrong"
}

# Moves in the mean of the solutions among these outputs.
mean_moves() {
    { grep -lE 'is solveable' "$folder"/*."$1" || true; } | xargs -r grep -hc '^Move' |
        awk '{ sum += $1 } END { printf "%.1f", NR ? sum / NR : 0 }'
}

line() { printf '%-18s %-14s %6s %7s %6s %6s %6s %9s\n' "$@"; }

ours() {
    local spent solved proved
    spent=$(run_all strata "$STRATA" solve --format fc-solve --time "$limit")
    solved=$(count_of strata 'is solveable')
    proved=$(count_of strata '^impossible')
    line "$1" strata "$solved" "$proved" "$((boards - solved - proved))" "$(refused strata 'is solveable')" \
        "$(mean_moves strata)" "$spent"
}

# All boards in one process.
ours_at_once() {
    local TIMEFORMAT='%U %S' deals
    deals=$(for board in "$folder"/*.txt; do basename "$board" .txt; done)
    { time "$STRATA" range --deals - --game "$1" --threads 1 --time "$limit" <<<"$deals" >"$folder/range" \
        2>/dev/null || true; } 2>"$folder/times"
    count() { grep -c "\"verdict\":\"$1\"" "$folder/range" || true; }
    line "$1" "strata range" "$(count solvable)" "$(count impossible)" "$(count undecided)" - - \
        "$(awk '{ printf "%.2f", $1 + $2 }' "$folder/times")"
}

# As many processes that do nothing.
start_of_theirs() {
    local spent
    spent=$(run_all start fc-solve --version)
    line "$1" "fc-solve start" - - - - - "$spent"
}

# NAME OF THE LINE, WHETHER THE SCAN IS COMPLETE, OPTIONS
theirs() {
    local game=$1 name=$2 complete=$3 spent solved proved=0
    shift 3
    spent=$(run_all theirs fc-solve -g "$game" "$@" -mi "$iterations" -m -sel)
    solved=$(count_of theirs 'is solveable')
    if [ "$complete" = yes ]; then
        proved=$(count_of theirs 'could not solve')
    fi
    line "$game" "$name" "$solved" "$proved" "$((boards - solved - proved))" "$(refused theirs 'is solveable')" \
        "$(mean_moves theirs)" "$spent"
}

echo "deals $from to $to; fc-solve up to $iterations states, strata up to $limit a board"
line game program solved proved open wrong moves seconds
for game in $games; do
    rm -f "$folder"/*
    for ((deal = from; deal <= to; deal++)); do
        "$STRATA" deal "$deal" --game "$game" >"$folder/$deal.txt"
        if awk '!/^(Found|Free|#)/ && NF > 20 { long = 1 } END { exit !long }' "$folder/$deal.txt"; then
            rm "$folder/$deal.txt"
        fi
    done
    boards=$(find "$folder" -name '*.txt' | wc -l)
    ours "$game"
    ours_at_once "$game"
    case $game in
    fan | cruel | bakers_dozen) continue ;;
    simple_simon) theirs "$game" "fc-solve tlm" no -l tlm ;;
    *) theirs "$game" "fc-solve lg" no -l lg ;;
    esac
    start_of_theirs "$game"
    theirs "$game" "fc-solve plain" no
    case $game in
    relaxed_freecell | der_katz | simple_simon) ;;
    relaxed_seahaven) theirs "$game" "fc-solve all" yes -to 01ABCDE46 ;;
    *) theirs "$game" "fc-solve all" yes -to 01ABCDE ;;
    esac
done
