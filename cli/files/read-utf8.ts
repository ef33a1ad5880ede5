import fs from "node:fs";
import path from "node:path";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { decodeText } from "./decode-text.ts";
import { ioError } from "./files.ts";

/**
 * Reads a text file without its byte order mark. Bytes that are not UTF-8 are reported, because
 * they would be
 * published as replacement characters.
 * @param file below `root`
 * @returns undefined if there is no file
 */
export function readUtf8(
  root: string,
  file: string,
): { readonly text: string } | { readonly problem: Problem } | undefined {
  let bytes: Uint8Array;
  try {
    bytes = fs.readFileSync(path.join(root, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw ioError(error, file);
  }
  const found = decodeText(bytes);
  if ("text" in found) return found;
  const { byte, line, column } = found.undecodable;
  const detail = `It is not UTF-8 from byte ${byte} on.`;
  return { problem: problem("ENCODING_INVALID", { detail }, { file, line, column }) };
}

/** `readUtf8` for a file without which the caller cannot continue. @throws ENCODING_INVALID */
export function requireUtf8(root: string, file: string): string | undefined {
  const found = readUtf8(root, file);
  if (!found || "text" in found) return found?.text;
  const { location, params } = found.problem as Problem<"ENCODING_INVALID">;
  throw new ToolkitError("ENCODING_INVALID", params, location && { location });
}
