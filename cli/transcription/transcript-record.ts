import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeAtomic } from "../files/files.ts";

/** File in an output folder that records of what its transcripts were made. */
export const RECORD_FILE = ".toolkit-transcripts.json";

const entrySchema = z.object({
  /** Path of the recording, relative to the output folder. */
  input: z.string(),
  /** Size of the recording, and when it was last changed, in ms. */
  bytes: z.number(),
  modifiedAt: z.number(),
  /** SHA-256 of the files of the model, together. */
  model: z.string(),
  /** The language that was requested; empty: detected. */
  language: z.string(),
  /** The number of speakers that was requested; 0: found; missing: none were. */
  speakers: z.optional(z.number()),
  /** SHA-256 of the results, by their paths relative to the output folder. */
  outputs: z.record(z.string(), z.string()),
});
const schema = z.object({ version: z.literal(1), files: z.record(z.string(), entrySchema) });

/** Of what a transcript was made. */
export type TranscriptEntry = z.output<typeof entrySchema>;
type Entries = Readonly<Record<string, TranscriptEntry>>;

const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** `finished`: nothing to do. `blocked`: a file that is not ours, or that was edited, is in the place of a result. */
export type TranscriptState = "finished" | "open" | { readonly blocked: string };

/** Records of an output folder, by the paths of results without their extensions. */
export function openTranscriptRecord(folder: string) {
  const file = path.join(folder, RECORD_FILE);
  /** Records that cannot be read count as none: results then look like files of others. */
  const read = (): Entries => {
    try {
      return schema.parse(JSON.parse(fs.readFileSync(file, "utf8"))).files;
    } catch {
      return {};
    }
  };
  const isAsRecorded = (output: string, entry: TranscriptEntry | undefined): boolean => {
    const name = path.relative(folder, output);
    const digest = entry?.outputs[name];
    return digest !== undefined && sha256Of(fs.readFileSync(output)) === digest;
  };
  return {
    /** Whether the results of a recording have to be made. @param made of what they would be made */
    stateOf(
      name: string,
      made: Omit<TranscriptEntry, "outputs">,
      outputs: readonly string[],
    ): TranscriptState {
      const entry = read()[name];
      const { outputs: _, ...before } = entry ?? { outputs: {} };
      const existing = outputs.filter((output) => fs.existsSync(output));
      const isSame = JSON.stringify(before) === JSON.stringify(made);
      if (isSame && existing.length === outputs.length) return "finished";
      // Results of another recording with this name stay, too.
      const own = entry?.input === made.input ? entry : undefined;
      const blocked = existing.find((output) => !isAsRecorded(output, own));
      return blocked === undefined ? "open" : { blocked };
    },
    /** Records results that were written. */
    add(
      name: string,
      made: Omit<TranscriptEntry, "outputs">,
      written: readonly { readonly file: string; readonly content: string | Uint8Array }[],
    ): void {
      const outputs = Object.fromEntries(
        written.map(({ file: output, content }) => [
          path.relative(folder, output),
          sha256Of(content),
        ]),
      );
      // Other formats of the same transcript stay recorded.
      const files = read();
      const before = files[name];
      const earlier = before && before.input === made.input ? before.outputs : {};
      const entry = { ...made, outputs: { ...earlier, ...outputs } };
      const text = JSON.stringify({ version: 1, files: { ...files, [name]: entry } }, null, 1);
      writeAtomic(file, `${text}\n`);
    },
  };
}
