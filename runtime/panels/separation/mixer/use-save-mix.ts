import { useEffect, useRef, useState } from "react";
import { fileFactsOf, isFilm } from "../../../../audio/media/writers/output-formats.ts";
import { sharedEngine } from "../../../audio/shared-engine.ts";
import { wantedAs } from "../../../panel-kit/save/saving.ts";
import { resultName } from "../../../panel-kit/settings/effect-params.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { FaultError } from "../../../workspace/contract/fault.ts";
import type { JobResult, Saving } from "../../../workspace/contract/file.ts";
import type { SinkChunk } from "../../../workspace/contract/job-runner.ts";
import { createPatchwork } from "../../../workspace/contract/patchwork.ts";
import { thrownText } from "../../../workspace/contract/texts.ts";
import type { Mix } from "./mix.ts";
import { editOf } from "./mix.ts";

export interface MixToWrite {
  readonly mix: Mix;
  /** In the order of the mix. */
  readonly results: readonly JobResult[];
  /** Of the song. */
  readonly name: string;
  /** What it is saved as. */
  readonly saving: Saving;
}

/** Writes a mix, as it is heard, in the format that is chosen. */
export function useSaveMix(): {
  /** Makes the file and gives it to `take`; does nothing while one is being made. */
  readonly write: (wanted: MixToWrite, take: (file: File) => Promise<unknown>) => void;
  /** Part that is ready, 0 to 1; null while nothing is made. */
  readonly done: number | null;
} {
  const { files, jobs, notices, report } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function make(wanted: MixToWrite, signal: AbortSignal): Promise<File> {
    const { mix, results, name, saving } = wanted;
    const { chosen, source, sampleRate, channels, seconds } = saving;
    const output = wantedAs(chosen, source);
    const film = isFilm(output) && saving.film !== null ? await files.open(saving.film) : null;
    const opened = await Promise.all(results.map((result) => jobs.openResult(result)));
    const names = results.map(({ id }) => id);
    const edit = editOf(mix, {
      names,
      sampleRate,
      channels,
      frames: Math.round(seconds * sampleRate),
    });
    const sources = Object.fromEntries(names.map((id, at) => [id, opened[at]!]));
    const bytes = createPatchwork();
    const sink = new WritableStream<SinkChunk>({
      write(chunk) {
        if ("position" in chunk) bytes.write(chunk.position, chunk.data);
      },
    });
    await sharedEngine().run(
      { effect: null, file: { edit, sources }, values: {}, output, ...(film && { film }) },
      { signal, sink, onProgress: (part) => setDone(part ?? 0) },
    );
    const { type, ending } = fileFactsOf(output);
    return new File([bytes.toBlob()], resultName(name, { suffix: "mix", ending }), { type });
  }
  return {
    done,
    write(wanted, take) {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      setDone(0);
      make(wanted, own.signal)
        .then(take)
        .catch((error: unknown) => {
          if (own.signal.aborted) return;
          if (!(error instanceof FaultError)) report(error);
          notices.warn(error instanceof FaultError ? thrownText(error) : "errors:job.failed");
        })
        .finally(() => {
          running.current = null;
          setDone(null);
        });
    },
  };
}
