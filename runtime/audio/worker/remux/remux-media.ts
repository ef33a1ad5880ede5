import { type AttachedImage, type Input, type MetadataTags, BlobSource } from "mediabunny";
import { type AacParts, copyAacParts } from "#audio/media/hls/copy-aac-parts.ts";
import { openInput } from "#audio/media/open-input.ts";
import { readTags } from "#audio/media/read-tags.ts";
import { openPartedInput } from "#audio/media/open-parts.ts";
import { type RemuxOptions, type RemuxPlan, planRemux, remux } from "#audio/media/remux.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import { readChapters } from "#audio/media/read-chapters.ts";
import { encoders } from "../host/encoders.ts";
import { bytesOf } from "../host/worker-host.ts";

/** Media with local segments. */
export interface MediaParts {
  /** An HLS playlist whose URLs are 1-based segment numbers. */
  readonly list: Blob;
  readonly parts: readonly Blob[];
}
/** Tags that override those of the media; empty ones are ignored. */
export interface NewTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly picture: Blob | null;
  /** Null: unchanged. Retained if the container supports them. */
  readonly chapters: readonly Chapter[] | null;
}
/** Combines audio and video of media in one file without decoding. */
export interface RemuxRequest {
  /** The first audio track and the first video track are used. */
  readonly media: readonly (Blob | MediaParts)[];
  readonly pictures: RemuxOptions["pictures"];
  readonly tags?: NewTags;
  /** Whether to return only the plan. */
  readonly isPlan?: true;
}
/** Properties of the remuxed file. */
export interface RemuxFacts extends RemuxPlan {
  /** Tags that are written, as far as the container supports them. */
  readonly chapters: readonly Chapter[];
}

interface Opened {
  readonly input: Input;
  readonly tags: MetadataTags;
  readonly chapters: readonly Chapter[];
}

async function openMedia(media: Blob | MediaParts): Promise<Opened> {
  if (media instanceof Blob) {
    const opened = await openInput(bytesOf(media));
    const tags = await readTags(opened);
    return { input: opened.input, tags, chapters: await readChapters(opened) };
  }
  const { list, parts } = media;
  const input = openPartedInput(
    new BlobSource(list),
    (part) => new BlobSource(parts[part - 1] ?? new Blob()),
  );
  return { input, tags: {}, chapters: [] };
}

async function tagsOf(own: MetadataTags, newTags: NewTags | undefined): Promise<MetadataTags> {
  if (!newTags) return own;
  const { title, artist, album, picture } = newTags;
  const image: AttachedImage[] =
    picture === null
      ? []
      : [
          {
            data: new Uint8Array(await picture.arrayBuffer()),
            mimeType: picture.type,
            kind: "coverFront",
          },
        ];
  return {
    ...own,
    ...(title !== "" && { title }),
    ...(artist !== "" && { artist }),
    ...(album !== "" && { album }),
    ...(image.length > 0 && { images: image }),
  };
}

/** Copies the audio of segments without a demuxer, if possible. @returns whether it did */
async function copySound(
  { list, parts }: MediaParts,
  options: Omit<AacParts, "playlist" | "read">,
): Promise<boolean> {
  return copyAacParts({
    ...options,
    playlist: await list.text(),
    read: async (part) => new Uint8Array(await (parts[part - 1] ?? new Blob()).arrayBuffer()),
  });
}

/** Remuxes media into one file, or returns only the plan. */
export async function remuxMedia(
  task: RemuxRequest,
  options: {
    readonly write: (position: number, data: Uint8Array<ArrayBuffer>) => Promise<void>;
    readonly onProgress: (done: number) => void;
  },
): Promise<RemuxFacts> {
  const opened: Opened[] = [];
  try {
    for (const media of task.media) opened.push(await openMedia(media));
    const inputs = opened.map(({ input }) => input);
    const { pictures } = task;
    const chapters = task.tags?.chapters ?? opened[0]!.chapters;
    const plan = { ...(await planRemux(inputs, { pictures })), chapters };
    if (task.isPlan) return plan;
    const tags = await tagsOf(opened[0]!.tags, task.tags);
    if (pictures === "h264") {
      const { encodeVideo } = await import("#audio/media/encode-video.ts");
      await encodeVideo(inputs[0]!, encoders, { ...options, tags, chapters });
      return plan;
    }
    const [only, ...others] = task.media;
    const isCopied =
      plan.ending === "m4a" &&
      plan.codec === "aac" &&
      others.length === 0 &&
      !(only instanceof Blob) &&
      (await copySound(only!, { ...options, tags, chapters }));
    if (!isCopied) await remux(inputs, { ...options, pictures, tags, chapters });
    return plan;
  } finally {
    for (const { input } of opened) input.dispose();
  }
}
