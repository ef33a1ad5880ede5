/** 0 ok, 1 found problems, 2 wrong usage, 4 not logged in, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 4 | 130;
