import path from "node:path";

/** Folder of this program, with the default runtime and messages. */
export const HOME = path.resolve(import.meta.dirname, "../..");
