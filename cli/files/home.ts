import path from "node:path";

/** Folder of this program, with the default runtime and messages. */
export const HOME = path.resolve(import.meta.dirname, "../..");

/** What names of the program's own modules end with: `.ts`, or `.js` where a package has them without types. */
export const MODULE_SUFFIX = path.extname(import.meta.filename);
