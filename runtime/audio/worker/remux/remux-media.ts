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

/** A media whose parts are at hand. */
export interface MediaParts {
  /** A playlist of HLS whose addresses are the numbers of the parts, from 1 on. */
  readonly list: Blob;
  readonly parts: readonly Blob[];
}
/** Tags over those that a media has; what is empty stays as it is. */
export interface NewTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly picture: Blob | null;
  /** Null: as they are. Kept where the container has a place for them. */
  readonly chapters: readonly Chapter[] | null;
}
/** Puts sound and picture of media into one file, without decoding them. */
export interface RemuxRequest {
  /** The first sound and the first picture of them are taken. */
  readonly media: readonly (Blob | MediaParts)[];
  readonly pictures: RemuxOptions["pictures"];
  readonly tags?: NewTags;
  /** Only what it will be is wanted. */
  readonly isPlan?: true;
}
/** What media become when they are put into a file as they are. */
export interface RemuxFacts extends RemuxPlan {
  /** Those that are written, where there is a place for them. */
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

/** Copies the sound of parts without a demuxer, where that can be. @returns whether it did */
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

/** Puts media into one file as they are; where only a plan is wanted, says what that will be. */
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
