import type { UserState } from "./user-state.ts";

/** Whether somebody is signed in, as far as this browser knows. */
export const isLoggedIn = ({ token }: UserState): boolean => token !== null;
