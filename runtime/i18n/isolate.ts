/**
 * A value for a sentence of either direction: marks keep its own direction, and that of what stands
 * beside it, apart (Unicode: FSI and PDI).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
