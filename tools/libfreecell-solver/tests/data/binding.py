"""Boards solved by the package freecell_solver from PyPI, as it is.

binding.py LIMIT STEP ARGUMENT...: reads boards from standard input, an empty line between two, and writes a line for
each: the number that the library returns, the iterations it used, how often it was resumed, and the moves. The limit
is given STEP by STEP; 0 gives it at once.
"""
import sys

from freecell_solver import FreecellSolver


def solved(solver, board, limit, step):
    now = min(limit, step or limit)
    solver.limit_iterations(now)
    code, resumed = solver.solve_board(board), 0
    while solver.ret_code_is_suspend(code) and now < limit:
        now, resumed = min(limit, now + step), resumed + 1
        solver.limit_iterations(now)
        code = solver.resume_solution()
    return code, resumed


def main():
    limit, step = int(sys.argv[1]), int(sys.argv[2])
    solver = FreecellSolver()
    for board in sys.stdin.read().split("\n\n"):
        if sys.argv[3:]:
            read = solver.input_cmd_line(["--reset"] + sys.argv[3:])
            assert read["last_arg"] == read["cmd_line_args_len"], read
        code, resumed = solved(solver, board + "\n", limit, step)
        moves, move = [], solver.get_next_move()
        while move:
            moves.append(",".join(str(ord(move.s[i])) for i in range(4)))
            move = solver.get_next_move()
        assert solver.get_num_states_in_collection() > 0
        print(code, solver.get_num_times(), resumed, " ".join(moves))
        solver.recycle()


main()
