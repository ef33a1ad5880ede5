import type { SoundDescription } from "#audio/description/describe-sound.ts";
import type { SyntheticVoice } from "#audio/effect.ts";
import { readProvenance } from "#audio/media/tags/provenance.ts";
import { openFile } from "../host/worker-host.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { OpenedFile } from "../results.ts";

export interface DescribedFile extends OpenedFile {
  readonly sound: SoundDescription;
  /** Synthetic voice according to the tags of the file; null if there is none. */
  readonly synthetic: SyntheticVoice | null;
  /** Further tags of the file. */
  readonly song: { readonly title?: string; readonly artist?: string; readonly cover?: Blob };
}

/** Describes the beginning of a file. */
export type Describe = Task<{ readonly file: Blob }, DescribedFile>;

export const describe: TaskHandler<Describe> = async ({ file }, { onProgress }) => {
  const [source, { describeSource }] = await Promise.all([
    openFile(file),
    import("../measure/describe-source.ts"),
  ]);
  const sound = await describeSource(source, (done) => onProgress(done, "listening"));
  const { format, duration, codec, tags } = source;
  source.close();
  const synthetic = readProvenance(tags.comment ?? "");
  const { title, artist, images } = tags;
  const image = images?.[0];
  const cover = image && new Blob([image.data as BlobPart], { type: image.mimeType });
  const song = { ...(title && { title }), ...(artist && { artist }), ...(cover && { cover }) };
  return { ...format, duration, codec, sound, synthetic, song };
};
