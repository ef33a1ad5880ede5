/** Maximum characters of names and terms that may be spoken in a recording. */
export const MAX_TERMS = 1000;
