import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { chooseFormats } from "#runtime/panel-kit/fetch/choose-formats.ts";
import { fetchFormat } from "#runtime/panel-kit/fetch/fetch-format.ts";
import { openDownloadStore } from "#runtime/panel-kit/fetch/download-store.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import type { FoundLink, LinkFormat, Links } from "#runtime/contract/links.ts";
import { createMemorySink } from "#runtime/contract/sinks/memory-sink.ts";

/**
 * Downloads the audio of a link as a file, without encoding it.
 * @throws {FaultError} {ApiError} with the reason
 */
export async function downloadSong(
  link: string,
  {
    links,
    signal,
    onProgress,
  }: {
    readonly links: Links;
    readonly signal: AbortSignal;
    /** @param done from 0 to 1; null if it is not known */
    readonly onProgress: (done: number | null) => void;
  },
): Promise<File> {
  const found = await links.resolve(link, signal);
  const choose = ({ formats }: FoundLink): LinkFormat | undefined =>
    chooseFormats(formats, "best", 0)[0];
  const format = choose(found);
  if (!format)
    throw new FaultError(
      found.entries.length > 0 ? "panel-karaoke:link.list" : "api.source_unsupported",
    );
  const store = await openDownloadStore(`${link}\n${format.id}`);
  const fetched = await fetchFormat(format, {
    links,
    store,
    signal,
    renew: async (online) => choose(await links.resolve(link, online)) ?? format,
    onWaiting: (isWaiting) => isWaiting && onProgress(null),
    onProgress: (_bytes, _total, done) => onProgress(done),
  });
  const media = { media: [fetched], pictures: "none" } as const;
  const plan = await sharedEngine().planRemux(media, { signal });
  const { sink, toBlob } = createMemorySink();
  await sharedEngine().remux(media, { signal, sink });
  await store.clear();
  return new File([toBlob()], `${found.title}.${plan.ending}`, { type: plan.type });
}
