/** 0 ok, 1 problems found, 2 usage error, 4 not logged in, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 4 | 130;
