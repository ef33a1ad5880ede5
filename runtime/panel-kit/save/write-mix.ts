import { useEffect, useRef, useState } from "react";
import type { ResultFormat } from "../../../audio/media/writers/output-formats.ts";
import { fileFactsOf } from "../../../audio/media/writers/output-formats.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Mix } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";
import { thrownText } from "../../workspace/contract/texts.ts";
import { resultName } from "../settings/effect-params.ts";

export interface MixToWrite {
  readonly mix: Mix;
  readonly output: ResultFormat;
  /** What it is made of, and what is put behind that: `song.mp3` and `mix` make `song-mix.wav`. */
  readonly name: string;
  readonly suffix: string;
  /** Whose pictures are copied where a film is written. */
  readonly film?: Blob | null;
}

/** Writes a mix as a file. @param onProgress 0 to 1 */
export async function writeMix(
  { mix, output, name, suffix, film }: MixToWrite,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
): Promise<File> {
  const bytes = createPatchwork();
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      if ("position" in chunk) bytes.write(chunk.position, chunk.data);
    },
  });
  await sharedEngine().run(
    { effect: null, file: mix, values: {}, output, ...(film && { film }) },
    { signal, sink, onProgress: (part) => onProgress(part ?? 0) },
  );
  const { type, ending } = fileFactsOf(output);
  return new File([bytes.toBlob()], resultName(name, { suffix, ending }), { type });
}

/** Works on files one at a time; what goes wrong is told. Ends with its view. */
export function useWriting(): {
  /** Does nothing while something is made. */
  readonly start: (make: (options: Parameters<typeof writeMix>[1]) => Promise<unknown>) => void;
  /** Part that is ready, 0 to 1; null while nothing is made. */
  readonly done: number | null;
} {
  const { notices, report } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    done,
    start(make) {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      setDone(0);
      make({ signal: own.signal, onProgress: setDone })
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
