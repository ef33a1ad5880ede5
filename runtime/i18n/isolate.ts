/**
 * Isolates a value in a sentence of either direction, so that its direction does not affect the
 * text around it (Unicode: FSI and PDI).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
