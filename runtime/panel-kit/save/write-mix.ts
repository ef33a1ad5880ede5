import type { SoundPace } from "#audio/stretch/paced-source.ts";
import { type ResultFormat, fileFactsOf } from "#audio/media/writers/output-formats.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { DrawnFilm } from "../../audio/worker/drawn-film.ts";
import type { Mix } from "../../audio/worker/sounds.ts";
import { createMemorySink } from "../../workspace/contract/memory-sink.ts";
import { resultName } from "../settings/effect-params.ts";
import type { MakeOptions } from "./use-making.ts";

export interface MixToWrite {
  readonly mix: Mix;
  readonly output: ResultFormat;
  /** What it is made of, and what is put behind that: `song.mp3` and `mix` make `song-mix.wav`. */
  readonly name: string;
  readonly suffix: string;
  /** Whose pictures are copied where a film is written. */
  readonly film?: Blob | null;
  /** At which it is heard, where that is another one than its own. */
  readonly pace?: SoundPace;
  /** Pictures that are drawn for a film that is written. */
  readonly drawn?: DrawnFilm;
}

/** Writes a mix as a file. */
export async function writeMix(
  { mix, output, name, suffix, film, pace, drawn }: MixToWrite,
  { signal, onProgress }: MakeOptions,
): Promise<File> {
  const { sink, toBlob } = createMemorySink();
  await sharedEngine().run(
    {
      effect: null,
      file: mix,
      values: {},
      output,
      ...(film && { film }),
      ...(pace && { pace }),
      ...(drawn && { drawn }),
    },
    { signal, sink, onProgress: (part) => onProgress(part ?? 0) },
  );
  const { type, ending } = fileFactsOf(output);
  return new File([toBlob()], resultName(name, { suffix, ending }), { type });
}
