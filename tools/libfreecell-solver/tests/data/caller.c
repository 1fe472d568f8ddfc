/* A caller of libfreecell-solver: every part of its interface, with checks. Prints "ok" at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "freecell-solver/fcs_cl.h"
#include "freecell-solver/fcs_user.h"

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("line %d: %s\n", __LINE__, #what);                                              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* A deal without a solution, and one with many. */
static char lost[400], easy[400];

struct heard {
    long calls;
    int is_first_board;
};

static void hear(void *user, fcs_int_limit_t iter, int depth, void *state, fcs_int_limit_t parent, void *context)
{
    struct heard *heard = (struct heard *)context;
    char *text = freecell_solver_user_iter_state_as_string(user, state, 1, 0, 1);
    (void)parent;
    CHECK(iter == heard->calls && depth >= 0);
    CHECK(freecell_solver_user_get_num_times(user) == (int)iter);
    heard->is_first_board = strncmp(text, "Foundations: ", 13) == 0;
    free(text);
    heard->calls++;
}

static int own_words(void *instance, int argc, freecell_solver_str_t argv[], int at, int *skip, int *ret, void *context)
{
    (void)argc;
    (*(int *)context)++;
    if (!strcmp(argv[at], "--mine")) {
        /* An instance may be changed in the middle of its arguments. */
        freecell_solver_user_limit_iterations(instance, 123);
        *skip = 2;
        return FCS_CMD_LINE_SKIP;
    }
    *ret = 77;
    return FCS_CMD_LINE_STOP;
}

static int parse(void *user, int argc, const char *argv[], int *last)
{
    char *error;
    const char *known[] = {NULL};
    int ret = freecell_solver_user_cmd_line_parse_args(
        user, argc, (freecell_solver_str_t *)argv, 0, (freecell_solver_str_t *)known, NULL, NULL, &error, last);
    free(error);
    return ret;
}

static void arguments(void)
{
    void *user = freecell_solver_user_alloc();
    char *error;
    int last, calls = 0;
    const char *wrong[] = {"-opt", "--method", "fast"};
    const char *own[] = {"-mi", "5", "--mine", "x", "--stop", "-mi", "9"};
    const char *known[] = {"--mine", "--stop", NULL};
    CHECK(parse(user, 1, (const char *[]){"board.txt"}, &last) == FCS_CMD_LINE_UNRECOGNIZED_OPTION && last == 0);
    CHECK(parse(user, 2, (const char *[]){"-opt", "-mi"}, &last) == FCS_CMD_LINE_PARAM_WITH_NO_ARG && last == 1);
    CHECK(freecell_solver_user_cmd_line_parse_args(user, 3, (freecell_solver_str_t *)wrong, 0, NULL, NULL, NULL,
              &error, &last) == FCS_CMD_LINE_ERROR_IN_ARG);
    CHECK(error && strstr(error, "fast"));
    free(error);
    CHECK(strstr(freecell_solver_user_get_last_error_string(user), "fast"));
    CHECK(freecell_solver_user_cmd_line_parse_args(user, 7, (freecell_solver_str_t *)own, 0,
              (freecell_solver_str_t *)known, own_words, &calls, &error, &last) == 77);
    CHECK(last == 4 && calls == 2 && freecell_solver_user_get_limit_iterations(user) == 123);
    CHECK(freecell_solver_user_apply_preset(user, "no such game") == FCS_PRESET_CODE_NOT_FOUND);
    CHECK(freecell_solver_user_apply_preset(user, "eight_off") == FCS_PRESET_CODE_OK);
    CHECK(freecell_solver_user_set_num_freecells(user, 99) != 0);
    CHECK(freecell_solver_user_set_tests_order(user, "01?", &error) != 0 && error);
    free(error);
    freecell_solver_user_free(user);
}

/* Plays the moves that are left, and returns how many. */
static int taken(void *user)
{
    fcs_move_t one;
    int moves = 0, left = freecell_solver_user_get_moves_left(user);
    while (freecell_solver_user_get_next_move(user, &one) == 0) {
        char words[400];
        char *copy = freecell_solver_user_move_to_string_w_state(user, one, FC_SOLVE__STANDARD_NOTATION_NO);
        freecell_solver_user_stringify_move_w_state(user, words, one, FC_SOLVE__STANDARD_NOTATION_NO);
        CHECK(!strcmp(words, copy) && !strncmp(words, "Move ", 5));
        CHECK(fcs_move_get_type(one) <= FCS_MOVE_TYPE_SEQ_TO_FOUNDATION);
        free(copy);
        moves++;
    }
    CHECK(moves == left && freecell_solver_user_get_moves_left(user) == 0);
    return moves;
}

/* Two instances side by side, each stopped again and again. */
static void suspended(void)
{
    void *users[2];
    const char *boards[2] = {lost, easy};
    const int expected[2] = {FCS_STATE_IS_NOT_SOLVEABLE, FCS_STATE_WAS_SOLVED};
    int states[2], i;
    long limit = 10;
    for (i = 0; i < 2; i++) {
        users[i] = freecell_solver_user_alloc();
        freecell_solver_user_limit_iterations_long(users[i], limit);
        states[i] = freecell_solver_user_solve_board(users[i], boards[i]);
    }
    CHECK(states[0] == FCS_STATE_SUSPEND_PROCESS);
    while (states[0] == FCS_STATE_SUSPEND_PROCESS || states[1] == FCS_STATE_SUSPEND_PROCESS) {
        limit += 70;
        CHECK(limit <= 200000);
        for (i = 0; i < 2; i++)
            if (states[i] == FCS_STATE_SUSPEND_PROCESS) {
                freecell_solver_user_limit_iterations_long(users[i], limit);
                states[i] = freecell_solver_user_resume_solution(users[i]);
                CHECK(freecell_solver_user_get_num_times_long(users[i]) <= limit);
            }
    }
    for (i = 0; i < 2; i++) {
        CHECK(states[i] == expected[i]);
        CHECK(freecell_solver_user_get_num_states_in_collection_long(users[i]) > 0);
    }
    CHECK(taken(users[0]) == 0);
    CHECK(taken(users[1]) > 50);
    {
        char *end = freecell_solver_user_current_state_as_string(users[1], 1, 0, 1);
        CHECK(!strncmp(end, "Foundations: H-K C-K D-K S-K", 28));
        free(end);
    }
    freecell_solver_user_recycle(users[1]);
    freecell_solver_user_limit_iterations_long(users[1], 100);
    CHECK(freecell_solver_user_solve_board(users[1], lost) == FCS_STATE_SUSPEND_PROCESS);
    CHECK(taken(users[1]) > 0);
    freecell_solver_user_free(users[0]);
    freecell_solver_user_free(users[1]);
}

static void heard(void)
{
    void *user = freecell_solver_user_alloc();
    struct heard context = {0, 0};
    freecell_solver_user_set_iter_handler_long(user, hear, &context);
    freecell_solver_user_limit_iterations(user, 50);
    CHECK(freecell_solver_user_solve_board(user, lost) == FCS_STATE_SUSPEND_PROCESS);
    CHECK(context.calls == 50 && context.is_first_board);
    freecell_solver_user_set_iter_handler_long(user, NULL, NULL);
    CHECK(freecell_solver_user_solve_board(user, lost) == FCS_STATE_SUSPEND_PROCESS);
    CHECK(context.calls == 50);
    freecell_solver_user_free(user);
}

/* Nonsense is answered, and nothing ends but the nonsense. */
static void nonsense(void)
{
    void *user = freecell_solver_user_alloc();
    char *error, text[200];
    CHECK(freecell_solver_user_solve_board(user, "KH KH KH\n") == FCS_STATE_INVALID_STATE);
    error = freecell_solver_user_get_invalid_state_error_string(user, 1);
    CHECK(strlen(error) > 0);
    freecell_solver_user_get_invalid_state_error_into_string(user, text, 1);
    CHECK(strlen(text) > 0 && strlen(text) < 120);
    free(error);
    CHECK(freecell_solver_user_solve_board(user, "\x80\xff\n\n\n") == FCS_STATE_INVALID_STATE);
    CHECK(freecell_solver_user_resume_solution(user) == FCS_STATE_INVALID_STATE);
    CHECK(taken(user) == 0);
    CHECK(freecell_solver_user_set_sequences_are_built_by_type(user, 9) != 0);
    CHECK(freecell_solver_user_set_a_star_weight(user, 77, 1.0) != 0);
    CHECK(freecell_solver_user_reset(user) == 0);
    freecell_solver_user_free(user);
}

int main(int argc, char *argv[])
{
    CHECK(argc == 3);
    strcpy(lost, argv[1]);
    strcpy(easy, argv[2]);
    arguments();
    suspended();
    heard();
    nonsense();
    puts("ok");
    return 0;
}
