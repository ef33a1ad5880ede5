import { containerFiles } from "./container-cases.ts";
import { DAMAGES } from "./damage.ts";
import { KINDS, makeSources } from "./sources.ts";
import { WAV_FILES } from "./wav-cases.ts";

/** Possible outcomes of an engine for a file. `fine`: it was processed, possibly with a note. */
export type ExpectedResult =
  | "fine"
  | "empty"
  | "noSamples"
  | "silent"
  | "unreadable"
  | "damaged"
  | "foreign"
  | "unsupported"
  | "protected"
  | "channels"
  | "rate"
  | "codec"
  | "noAudio";

/** What is said beside a result. */
export type Note = "cutOff" | "holes" | "short" | "clipped" | "notNumbers";

export interface BadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Any of these is a right answer. */
  readonly expected: readonly ExpectedResult[];
  /** Said beside the result, where there is one. */
  readonly note?: Note;
}

/** More than 200 files that are not as they should be; the same bytes each time. */
export async function makeBadFiles(): Promise<readonly BadFile[]> {
  const whole = await makeSources();
  const damaged = KINDS.flatMap((kind) =>
    DAMAGES.map(({ name, expected, change }): BadFile => ({
      name: `${name}.${kind}`,
      bytes: change(whole[kind]),
      expected,
    })),
  );
  const misnamed = KINDS.map((kind, at): BadFile => ({
    name: `truly-${kind}.${KINDS[(at + 1) % KINDS.length]!}`,
    bytes: whole[kind],
    expected: ["fine"],
  }));
  // No two have one name without its ending: results go into one folder.
  return [...damaged, ...misnamed, ...WAV_FILES, ...containerFiles(whole)].map((file, at) => ({
    ...file,
    name: `${String(at + 1).padStart(3, "0")}-${file.name}`,
  }));
}
