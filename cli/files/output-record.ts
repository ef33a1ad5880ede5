import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeAtomic } from "./files.ts";
import { digestOfFile } from "./hash.ts";

/** Files in an output folder that record of what its files were made. */
export const TRANSCRIPT_RECORD = ".toolkit-transcripts.json";
export const RECIPE_RECORD = ".toolkit-run.json";

const entrySchema = z.looseObject({
  /** Path of the input, relative to the output folder. */
  input: z.string(),
  /** SHA-256 of the results, by their paths relative to the output folder. */
  outputs: z.record(z.string(), z.string()),
});
const schema = z.object({ version: z.literal(1), files: z.record(z.string(), entrySchema) });

type Entry = z.output<typeof entrySchema>;
type Entries = Readonly<Record<string, Entry>>;

/** Of what results are made. Other fields are compared only; their order counts. */
export interface MadeOf {
  readonly input: string;
  /** Size of the input, and when it was last changed, in ms. */
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly [field: string]: string | number;
}

/** `finished`: nothing to do. `blocked`: a file that is not ours, or that was edited, is in the place of a result. */
export type OutputState = "finished" | "open" | { readonly blocked: string };

/** Records of an output folder, by the paths of results without their extensions. */
export function openOutputRecord(folder: string, recordName: string) {
  const file = path.join(folder, recordName);
  /** Records that cannot be read count as none: results then look like files of others. */
  const read = (): Entries => {
    try {
      return schema.parse(JSON.parse(fs.readFileSync(file, "utf8"))).files;
    } catch {
      return {};
    }
  };
  const isAsRecorded = async (output: string, entry: Entry | undefined): Promise<boolean> => {
    const name = path.relative(folder, output);
    const digest = entry?.outputs[name];
    return digest !== undefined && (await digestOfFile(output)) === digest;
  };
  return {
    /** Whether the results of an input have to be made. @param made of what they would be made */
    async stateOf(name: string, made: MadeOf, outputs: readonly string[]): Promise<OutputState> {
      const entry = read()[name];
      const { outputs: _, ...before } = entry ?? { outputs: {} };
      const existing = outputs.filter((output) => fs.existsSync(output));
      const isSame = JSON.stringify(before) === JSON.stringify(made);
      if (isSame && existing.length === outputs.length) return "finished";
      // Results of another input with this name stay, too.
      const own = entry?.input === made.input ? entry : undefined;
      for (const output of existing)
        if (!(await isAsRecorded(output, own))) return { blocked: output };
      return "open";
    },
    /** Records results that were written. */
    async add(name: string, made: MadeOf, written: readonly string[]): Promise<void> {
      const digests: [string, string][] = [];
      for (const output of written)
        digests.push([path.relative(folder, output), await digestOfFile(output)]);
      // Other formats of the same result stay recorded.
      const files = read();
      const before = files[name];
      const earlier = before && before.input === made.input ? before.outputs : {};
      const entry = { ...made, outputs: { ...earlier, ...Object.fromEntries(digests) } };
      const text = JSON.stringify({ version: 1, files: { ...files, [name]: entry } }, null, 1);
      writeAtomic(file, `${text}\n`);
    },
  };
}
