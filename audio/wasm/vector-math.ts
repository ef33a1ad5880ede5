import { ADD, type Code, MULTIPLY } from "./assembler.ts";

/** Square root. */
export const ROOT: Code = [0xfd, 227, 1];
export const times = (a: Code, b: Code): Code => [a, b, MULTIPLY];
export const squares = (a: Code, b: Code): Code => [times(a, a), times(b, b), ADD];
