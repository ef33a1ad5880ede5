import * as z from "zod/mini";
import { outputFormat, stepValues } from "#core/recipes/recipe.ts";

/** Maximum number of characters of a file's name, as file systems limit it. */
const MAX_NAME = 255;
const MAX_ID = 64;
/** Maximum number of settings in one message; no effect has as many. */
const MAX_VALUES = 100;

const requestId = z.union([z.string().check(z.maxLength(MAX_ID)), z.int().check(z.nonnegative())]);
const head = { v: z.literal(1), id: z.optional(requestId) };
/** Folders, and characters that move a terminal's cursor or reverse the reading order. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069/\\]/gu;
const fileName = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_NAME),
  z.refine((name) => name.search(NOT_IN_NAMES) === -1),
);

/** The name of a `File`, which pages choose freely, as a name that `open` takes. */
export const cleanName = (name: string): string => name.replace(NOT_IN_NAMES, "_").slice(-MAX_NAME);

const schema = z.discriminatedUnion("type", [
  z.strictObject({
    ...head,
    type: z.literal("open"),
    file: z.union([z.instanceof(Blob), z.instanceof(ArrayBuffer)]),
    name: z.optional(fileName),
  }),
  z.strictObject({
    ...head,
    type: z.literal("set"),
    values: stepValues.check(z.refine((values) => Object.keys(values).length <= MAX_VALUES)),
    output: z.optional(outputFormat),
  }),
  z.strictObject({ ...head, type: z.literal("start") }),
  z.strictObject({ ...head, type: z.literal("cancel") }),
]);

/** A message of the embedding page. */
export type EmbedRequest = z.output<typeof schema>;
export type RequestId = z.output<typeof requestId>;

/**
 * Why a message or its work failed. `version`: of a later version of the protocol; `malformed`: no
 * message of this version; `busy`: a run is in progress; `idle`: none is; `no-file`: no file is
 * open that the page may use; `unreadable`: the file has no sound that can be read; `too-large`: it
 * is larger or longer than a frame takes; `replaced`: another file was opened before this one had
 * been read; `value`: a setting that the tool does not take; `canceled`: as
 * requested; `failed`: the run ended without a result.
 */
export type EmbedErrorCode =
  | "version"
  | "malformed"
  | "busy"
  | "idle"
  | "no-file"
  | "unreadable"
  | "too-large"
  | "replaced"
  | "value"
  | "canceled"
  | "failed";

export interface EmbedFile {
  readonly file: Blob;
  readonly name: string;
  readonly mime: string;
  /** Distinguishes files of one run, such as `drums`; missing if they are of the same kind. */
  readonly role?: string;
}

/**
 * A message to the embedding page. `id` is that of the message that it answers; a result without one
 * is of a run that the visitor has started.
 */
export type EmbedReply = { readonly v: 1; readonly id?: RequestId } & (
  | { readonly type: "ready"; readonly tool: string }
  | { readonly type: "opened"; readonly name: string; readonly seconds: number }
  | { readonly type: "progress"; readonly done: number }
  | {
      readonly type: "result";
      readonly files: readonly EmbedFile[];
      /** Set if the tool found nothing to change, and the files equal the input. */
      readonly unchanged?: true;
      /** Set if the visitor has chosen the file, and sends the result to the page. */
      readonly own?: true;
    }
  | { readonly type: "size"; readonly height: number }
  | { readonly type: "error"; readonly code: EmbedErrorCode; readonly message: string }
);

export type ReadRequest =
  | { readonly request: EmbedRequest }
  | { readonly code: "version" | "malformed"; readonly id?: RequestId };

/** Parses what another page has sent. Never throws. */
export function readRequest(data: unknown): ReadRequest {
  const { success, data: request } = schema.safeParse(data);
  if (success) return { request };
  if (typeof data !== "object" || data === null) return { code: "malformed" };
  const { v, id } = data as Readonly<Record<string, unknown>>;
  const read = requestId.safeParse(id);
  const code = typeof v === "number" && v > 1 ? "version" : "malformed";
  return { code, ...(read.success && { id: read.data }) };
}
