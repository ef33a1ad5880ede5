import type { UserState } from "./user-state.ts";

/** Whether this browser has a stored token. */
export const isLoggedIn = ({ token }: UserState): boolean => token !== null;
