import type { AttachedImage, Input, MetadataTags } from "mediabunny";
import { BlobSource } from "mediabunny";
import { openInput, readTags } from "../../../../audio/media/open-input.ts";
import { openPartedInput } from "../../../../audio/media/open-parts.ts";
import type { RemuxPlan } from "../../../../audio/media/remux.ts";
import { planRemux, remux } from "../../../../audio/media/remux.ts";
import { encoders } from "../host/encoders.ts";
import { bytesOf } from "../host/worker-host.ts";
import type { MediaParts, NewTags, RemuxTask } from "../protocol.ts";

interface Opened {
  readonly input: Input;
  readonly tags: MetadataTags;
}

async function openMedia(media: Blob | MediaParts): Promise<Opened> {
  if (media instanceof Blob) {
    const opened = await openInput(bytesOf(media));
    return { input: opened.input, tags: await readTags(opened) };
  }
  const { list, parts } = media;
  const input = openPartedInput(
    new BlobSource(list),
    (part) => new BlobSource(parts[part - 1] ?? new Blob()),
  );
  return { input, tags: {} };
}

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, "0");
const timeOf = (seconds: number): string =>
  `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")}`;

/** Chapters as comments of Ogg and FLAC have them. */
function chaptersOf(chapters: NewTags["chapters"]): Record<string, string> {
  const pairs = chapters.flatMap(({ start, title }, at) => {
    const name = `CHAPTER${String(at + 1).padStart(3, "0")}`;
    return [
      [name, timeOf(start)],
      [`${name}NAME`, title],
    ];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

async function tagsOf(own: MetadataTags, wanted: NewTags | undefined): Promise<MetadataTags> {
  const { raw: _raw, ...kept } = own;
  if (!wanted) return kept;
  const { title, artist, album, picture, chapters } = wanted;
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
    ...kept,
    ...(title !== "" && { title }),
    ...(artist !== "" && { artist }),
    ...(album !== "" && { album }),
    ...(image.length > 0 && { images: image }),
    ...(chapters.length > 0 && { raw: chaptersOf(chapters) }),
  };
}

/** Puts media into one file as they are; where only a plan is wanted, says what that will be. */
export async function remuxMedia(
  task: RemuxTask,
  options: {
    readonly write: (position: number, data: Uint8Array<ArrayBuffer>) => Promise<void>;
    readonly onProgress: (done: number) => void;
  },
): Promise<RemuxPlan> {
  const opened: Opened[] = [];
  try {
    for (const media of task.media) opened.push(await openMedia(media));
    const inputs = opened.map(({ input }) => input);
    const { pictures } = task;
    const plan = await planRemux(inputs, { pictures });
    if (task.isPlan) return plan;
    if (pictures === "h264") {
      const { encodeFilm } = await import("../../../../audio/media/encode-film.ts");
      const { raw: _raw, ...kept } = await tagsOf(opened[0]!.tags, task.tags);
      await encodeFilm(inputs[0]!, encoders, { ...options, tags: kept });
      return plan;
    }
    const isOgg = plan.type === "audio/ogg" || plan.type === "audio/flac";
    const { raw, ...tags } = await tagsOf(opened[0]!.tags, task.tags);
    await remux(inputs, { ...options, pictures, tags: { ...tags, ...(isOgg && raw && { raw }) } });
    return plan;
  } finally {
    for (const { input } of opened) input.dispose();
  }
}
