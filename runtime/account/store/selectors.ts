import type { UserState } from "./user-state.ts";

/** Whether a visitor is signed in, as far as this browser knows. */
export const isLoggedIn = ({ token }: UserState): boolean => token !== null;
