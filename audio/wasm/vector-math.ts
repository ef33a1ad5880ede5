import { F32X4_ADD, type Code, F32X4_MUL } from "./assembler.ts";

export const F32X4_SQRT: Code = [0xfd, 227, 1];
export const times = (a: Code, b: Code): Code => [a, b, F32X4_MUL];
export const squares = (a: Code, b: Code): Code => [times(a, a), times(b, b), F32X4_ADD];
