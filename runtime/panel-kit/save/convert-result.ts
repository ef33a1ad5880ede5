import { codecOf } from "../../audio/codec-of.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { formatOfCodec } from "../../audio/wanted-format.ts";
import type { OutputFormat } from "../../../audio/media/writers/output-formats.ts";
import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";

/**
 * The format in which a result is saved where the visitor has chosen none: that of the file, unless it
 * is plain sound as the result is.
 * @param codec of the file, such as `mp3`
 */
export function savedLike(codec: string | null, written: OutputFormat): OutputFormat {
  const like = formatOfCodec(codec);
  return OUTPUT_FORMATS[like].ending === "wav" ? written : like;
}

/** A result in another format, with the ending of that in its name. */
export async function convertResult(
  file: File,
  output: OutputFormat,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number | null) => void },
): Promise<File> {
  const bytes = createPatchwork();
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      if ("position" in chunk) bytes.write(chunk.position, chunk.data);
    },
  });
  await sharedEngine().run(
    { effect: null, file, values: {}, output },
    { signal, sink, onProgress },
  );
  const { ending, type } = OUTPUT_FORMATS[output];
  return new File([bytes.toBlob()], file.name.replace(/\.[^.]*$/, `.${ending}`), { type });
}

/** A result in the format of the file that it was made of; as it is where that cannot be told. */
export async function likeSource(
  result: File,
  written: OutputFormat,
  openSource: () => Promise<File>,
): Promise<File> {
  const codec = await openSource().then(
    (source) => codecOf(sharedEngine(), source),
    () => null,
  );
  const output = savedLike(codec, written);
  if (output === written) return result;
  const { signal } = new AbortController();
  return convertResult(result, output, { signal, onProgress: () => {} });
}
