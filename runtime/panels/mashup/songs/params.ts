import type { OutputFormat } from "../../../../audio/media/writers/output-formats.ts";
import type { JsonObject } from "../../../workspace/contract/json.ts";

/** What a mashup takes of a song: what was split off, or all of it. */
export const TAKES = ["vocals", "instrumental", "all"] as const;
export type Take = (typeof TAKES)[number];

/** What a job that prepares the parts of a mashup is given. */
export interface MashupParams extends JsonObject {
  /** Of each song, in the order of the job's files. */
  readonly takes: readonly Take[];
  /** One that loses nothing. */
  readonly output: OutputFormat;
}
