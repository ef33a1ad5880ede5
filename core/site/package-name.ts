/**
 * Name of the program's package, from which a site's code imports:
 * `@audio-toolkit/toolkit/runtime/…`.
 */
export const PACKAGE_NAME = "@audio-toolkit/toolkit";
