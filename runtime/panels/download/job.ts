import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { MediaParts, NewTags, RemuxFacts } from "../../audio/worker/remux/remux-media.ts";
import { FaultError } from "../../contract/fault.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import type { SinkChunk } from "../../contract/sinks/sink-chunk.ts";
import type { FoundLink, LinkFormat } from "../../contract/links.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import { chooseFormats } from "../../panel-kit/fetch/choose-formats.ts";
import { fetchFormat } from "../../panel-kit/fetch/fetch-format.ts";
import { isOffline, onceOnline } from "../../panel-kit/fetch/while-online.ts";
import {
  type DownloadStore,
  openDownloadStore,
  deleteOldDownloads,
} from "../../panel-kit/fetch/download-store.ts";
import { openStoredMedia } from "../../panel-kit/media-store/media-store.ts";
import { coverImageOf } from "./cover-image.ts";
import { readChapterLines } from "./links/chapter-lines.ts";
import { createSpeedometer } from "./fetch/speeds.ts";
import {
  type DownloadParams,
  codecOf,
  hasPictures,
  outputOf,
  defaultBitrate,
} from "../../panel-kit/fetch/download-target.ts";

type Run = JobRun<DownloadParams>;

/** Downloaded media with its metadata. */
interface DownloadedMedia {
  readonly media: readonly (Blob | MediaParts)[];
  readonly found: Pick<FoundLink, "title" | "author" | "chapters">;
  readonly picture: Blob | null;
  /** Download stores to clear once there is a result. */
  readonly stores: readonly DownloadStore[];
}

/** Part of the progress that is the download. */
const DOWNLOAD_PART = 0.8;

/** Downloads the media of a link. */
async function downloadMedia(run: Run): Promise<DownloadedMedia> {
  const { links, params, signal, onProgress } = run;
  const link = run.text!;
  await deleteOldDownloads(Date.now()).catch(() => {});
  const stage = (name: "looking" | "fetching" | "offline"): string =>
    `panel-download:stage.${name}`;
  onProgress({ done: null, stage: stage("looking") });
  // The network may be lost between two formats.
  const onWaiting = (isWaiting: boolean): void =>
    onProgress({ done: null, stage: stage(isWaiting ? "offline" : "looking") });
  const online = { signal, onWaiting };
  const found = await onceOnline(online, (given) => links.resolve(link, given));
  const choose = ({ formats }: FoundLink): readonly LinkFormat[] =>
    chooseFormats(formats, params.wanted, params.height);
  const chosen = choose(found);
  if (chosen.length === 0)
    throw new FaultError(
      found.entries.length > 0 ? "panel-download:isList" : "api.source_unsupported",
    );
  const reportSpeed = createSpeedometer(link, () => performance.now());
  const media: (Blob | MediaParts)[] = [];
  const stores: DownloadStore[] = [];
  try {
    for (const [at, format] of chosen.entries()) {
      const store = await openDownloadStore(`${link}\n${format.id}`);
      stores.push(store);
      const renew = async (given: AbortSignal): Promise<LinkFormat> =>
        choose(await links.resolve(link, given)).find(({ id }) => id === format.id) ?? format;
      onProgress({ done: (DOWNLOAD_PART * at) / chosen.length, stage: stage("fetching") });
      const brought = await fetchFormat(format, {
        links,
        store,
        signal,
        renew,
        onWaiting: (isWaiting) =>
          onProgress({ done: null, stage: stage(isWaiting ? "offline" : "fetching") }),
        onProgress(bytes, total, done) {
          reportSpeed(bytes, total);
          onProgress({
            done: done === null ? null : (DOWNLOAD_PART * (at + done)) / chosen.length,
            stage: stage("fetching"),
          });
        },
      });
      media.push(brought);
    }
  } finally {
    reportSpeed(null);
  }
  const picture =
    params.cover && found.picture !== null
      ? await onceOnline(online, (given) => downloadThumbnail(links, found.picture!, given))
      : null;
  return { media, found, picture, stores };
}

/** The thumbnail of a link in a form that tags support. */
async function downloadThumbnail(
  links: Run["links"],
  picture: string,
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    return await coverImageOf(await (await links.open(picture, { signal })).blob());
  } catch (error) {
    signal.throwIfAborted();
    if (isOffline(error)) throw error;
    // The cover is optional.
    return null;
  }
}

const withoutEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, "") || name;

/** Copies packets into a container of their own. */
async function copyTo(
  { media }: Pick<DownloadedMedia, "media">,
  {
    run,
    tags,
    sink,
    onDone,
  }: {
    readonly run: Run;
    readonly tags: NewTags;
    readonly sink: WritableStream<SinkChunk>;
    readonly onDone: (done: number) => void;
  },
): Promise<void> {
  const pictures = picturesOf(run.params);
  await sharedEngine().remux(
    { media, pictures, tags },
    { signal: run.signal, sink, onProgress: (done) => onDone(done ?? 0) },
  );
}

const picturesOf = ({ wanted }: DownloadParams) => {
  if (wanted === "mp4" || wanted === "h264") return wanted;
  return wanted === "video" ? "any" : "none";
};

const run: JobRunner<DownloadParams> = async (job) => {
  const { params, signal, files, text } = job;
  const brought: DownloadedMedia =
    text === null
      ? {
          media: [files[0]!],
          found: { title: withoutEnding(files[0]!.name), author: null, chapters: [] },
          picture: null,
          stores: [],
        }
      : await downloadMedia(job);
  const from = text === null ? 0 : DOWNLOAD_PART;
  const progressOf = (stage: string) => (done: number | null) =>
    job.onProgress({ done: done === null ? null : from + (1 - from) * done, stage });
  const { media, found } = brought;
  const plan = await sharedEngine().planRemux({ media, pictures: picturesOf(params) }, { signal });
  if (hasPictures(params.wanted) && plan.height === null)
    throw new FaultError("panel-download:noPicture");
  const title = params.title || found.title;
  // Jobs of earlier versions lack this parameter.
  const edited = typeof params.chapters === "string" ? readChapterLines(params.chapters) : null;
  if (typeof edited === "number")
    throw new FaultError("panel-download:chapterLine", { line: edited });
  const image = await openStoredMedia(params.image ?? null);
  if (params.image && !image) throw new FaultError("panel-download:coverMissing");
  const tags: NewTags = {
    // A file in the tray keeps its tags unless they are edited.
    title: text === null ? params.title : title,
    artist: params.artist || (found.author ?? ""),
    album: params.album,
    picture: image ?? brought.picture,
    // If the link has no chapters, the media may have some.
    chapters: edited ?? (found.chapters.length > 0 ? found.chapters : null),
  };
  const output = await write(job, { brought, plan, tags, title, progressOf });
  await Promise.all(brought.stores.map((store) => store.clear()));
  return [output];
};
export default run;

interface Writing {
  readonly brought: DownloadedMedia;
  readonly plan: RemuxFacts;
  readonly tags: NewTags;
  readonly title: string;
  readonly progressOf: (stage: string) => (done: number | null) => void;
}

async function write(
  job: Run,
  { brought, plan, tags, title, progressOf }: Writing,
): Promise<JobOutput> {
  const { params, signal } = job;
  const requestedOutput = outputOf(params.wanted);
  const isThere =
    requestedOutput === null || (codecOf(params.wanted) === plan.codec && params.bitrate === 0);
  const saving = progressOf("panel-kit:stage.writing");
  if (params.wanted === "h264") return encodeVideo(job, { brought, plan, tags, title, progressOf });
  if (isThere) {
    const result = await job.sink(`${title}.${plan.ending}`, plan.type);
    await copyTo(brought, { run: job, tags, sink: result, onDone: saving });
    return { ...(await finishResult(result, null)), role: "copied" };
  }
  const { ending, type } = OUTPUT_FORMATS[requestedOutput];
  const result = await job.sink(`${title}.${ending}`, type);
  // The encoded file gets the tags of its source.
  const { sink, toBlob } = createMemorySink();
  const converting = progressOf("panel-download:stage.converting");
  converting(0);
  await copyTo(brought, { run: job, tags, sink, onDone: () => {} });
  const file = new File([toBlob()], `${title}.${plan.ending}`, { type: plan.type });
  const stereo = params.bitrate || defaultBitrate(params.wanted);
  const converted = await job.engine.run(
    {
      effect: null,
      file,
      values: {},
      output: requestedOutput,
      chapters: tags.chapters ?? plan.chapters,
      ...(stereo > 0 && { bitrate: stereo * 500 }),
    },
    { signal, sink: result, onProgress: converting },
  );
  const record = { ...converted, effect: null, values: {} };
  return { ...(await finishResult(result, record)), role: `from-${plan.codec}` };
}

/** Writes a video in a widely supported format. Separate video and audio are muxed first. */
async function encodeVideo(
  job: Run,
  { brought: { media }, tags, title, progressOf }: Writing,
): Promise<JobOutput> {
  const { signal } = job;
  const result = await job.sink(`${title}.mp4`, "video/mp4");
  let video = media;
  if (media.length > 1) {
    const { sink, toBlob } = createMemorySink();
    await sharedEngine().remux({ media, pictures: "any" }, { signal, sink });
    video = [toBlob()];
  }
  await sharedEngine().remux(
    { media: video, pictures: "h264", tags },
    { signal, sink: result, onProgress: progressOf("panel-download:stage.converting") },
  );
  return finishResult(result, null);
}
