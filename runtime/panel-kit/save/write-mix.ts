import type { SoundPace } from "#audio/stretch/paced-source.ts";
import { type ResultFormat, fileFactsOf } from "#audio/media/writers/output-formats.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { RenderedVideo } from "../../audio/worker/rendered-video.ts";
import type { Mix } from "../../audio/worker/sounds.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import { resultName } from "../settings/effect-params.ts";
import type { MakeOptions } from "./use-rendering.ts";

export interface MixToWrite {
  readonly mix: Mix;
  readonly output: ResultFormat;
  /** Names of the source and of the suffix: `song.mp3` and `mix` make `song-mix.wav`. */
  readonly name: string;
  readonly suffix: string;
  /** Video whose picture is copied if a video is written. */
  readonly video?: Blob | null;
  /** Tempo and pitch, if they differ from the original. */
  readonly pace?: SoundPace;
  /** Frames that are drawn if a video is written. */
  readonly drawn?: RenderedVideo;
}

/** Renders a mix to a file. */
export async function writeMix(
  { mix, output, name, suffix, video, pace, drawn }: MixToWrite,
  { signal, onProgress }: MakeOptions,
): Promise<File> {
  const { sink, toBlob } = createMemorySink();
  await sharedEngine().run(
    {
      effect: null,
      file: mix,
      values: {},
      output,
      ...(video && { video }),
      ...(pace && { pace }),
      ...(drawn && { drawn }),
    },
    { signal, sink, onProgress: (part) => onProgress(part ?? 0) },
  );
  const { type, ending } = fileFactsOf(output);
  return new File([toBlob()], resultName(name, { suffix, ending }), { type });
}
