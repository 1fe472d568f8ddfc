#!/usr/bin/env bash
# fc-solve and its library beside ours on the same boards, in one run, turn by turn: verdicts, mean length of solutions,
# processor seconds. Usage: benches/callers_against_fc_solve.sh [LAST_DEAL=300] [OPTIONS="-l lg"]; needs fc-solve,
# libfreecell-solver and Python 3. Ours are built alone: with the whole workspace they are linked with RocksDB, which they
# do not need and which takes 3 ms at every start.
set -euo pipefail
cd "$(dirname "$0")/.."
last=${1:-300}
options=${2:--l lg}
release="$(readlink -f "${CARGO_TARGET_DIR:-target}")/release"
cargo build --release --package fc-solve --package libfreecell-solver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The boards as the original's own generator writes them.
for deal in $(seq "$last"); do make-microsoft-freecell-board -t "$deal" >"$folder/$deal"; done

echo "a process a board: fc-solve $options -mi 100000, deals 1 to $last, two rounds of each"
for round in 1 2; do
    for program in "$release/fc-solve" "$(command -v fc-solve)"; do
        times=$( { TIMEFORMAT='%U %S'; time for deal in $(seq "$last"); do
            # shellcheck disable=SC2086
            FREECELL_SOLVER_QUIET=1 "$program" -m -sel $options -mi 100000 "$folder/$deal" >"$folder/$deal.out"
        done; } 2>&1 )
        solved=$(grep -l '^This game is solveable' "$folder"/*.out | wc -l)
        moves=$(cat "$folder"/*.out | grep -c '^Move ')
        echo "$program: $solved solved, $moves moves, processor seconds $times (round $round)"
    done
done

cat >"$folder/library.py" <<'PY'
import ctypes, resource, sys

library = ctypes.CDLL(sys.argv[1])
options = sys.argv[2].split() + ["-mi", "200000"]
library.freecell_solver_user_alloc.restype = ctypes.c_void_p
user = ctypes.c_void_p(library.freecell_solver_user_alloc())
words = (ctypes.c_char_p * len(options))(*[word.encode() for word in options])
error, last = ctypes.c_char_p(), ctypes.c_int()
code = library.freecell_solver_user_cmd_line_parse_args(
    user, len(options), words, 0, None, None, None, ctypes.byref(error), ctypes.byref(last))
assert code == 0, error.value
boards = [open(f"{sys.argv[3]}/{deal}", "rb").read() for deal in range(1, int(sys.argv[4]) + 1)]
solved = moves = 0
before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
for board in boards:
    if library.freecell_solver_user_solve_board(user, board) == 0:
        solved += 1
        moves += library.freecell_solver_user_get_moves_left(user)
    library.freecell_solver_user_recycle(user)
seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
print(f"{sys.argv[1]}: {solved} solved, {moves / max(solved, 1):.1f} moves in the mean, {seconds:.3f} s")
PY
echo "the library: $options -mi 200000, deals 1 to $last, three rounds of each"
for _ in 1 2 3; do
    for library in "$release/freecell-solver/lib/libfreecell-solver.so.0" /usr/lib/libfreecell-solver.so.0; do
        python3 "$folder/library.py" "$library" "$options" "$folder" "$last"
    done
done
