/** Name of the program's package, by which code of a site imports from it: `@audio-toolkit/toolkit/runtime/…`. */
export const PACKAGE_NAME = "@audio-toolkit/toolkit";
