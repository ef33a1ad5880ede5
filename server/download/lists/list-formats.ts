import type { MediaFormat, MediaLocation } from "../../ports/media-source.ts";
import { codecOf } from "./codec-of.ts";
import type { DashTrack } from "./dash.ts";
import type { HlsMaster } from "./hls.ts";

const isSound = (codec: string): boolean => /^(mp4a|opus|vorbis|flac|ac-3|ec-3|mp3)/i.test(codec);

type Shared = Pick<MediaLocation, "source"> & { readonly seconds: number | null };

/** Estimated size in bytes from a bit rate. */
const sizeOf = (bitrate: number | null, seconds: number | null): number | null =>
  bitrate === null || seconds === null ? null : Math.round((bitrate * seconds) / 8);

/** Formats of the variants of an HLS master playlist. */
export function formatsOfHls(
  { variants, sounds }: HlsMaster,
  { source, seconds }: Shared,
): MediaFormat[] {
  const shared = { source, list: "hls", size: null } as const;
  const seen = new Set<string>();
  const ofVariants = variants.flatMap((one, at): MediaFormat[] => {
    if (seen.has(one.url)) return [];
    seen.add(one.url);
    const picture = one.codecs.find((codec) => !isSound(codec));
    const sound = one.codecs.find(isSound);
    const isSoundOnly = one.height === null && picture === undefined && sound !== undefined;
    const kind = isSoundOnly ? "audio" : one.sounds === null ? "both" : "video";
    return [
      {
        ...shared,
        id: `variant-${at + 1}`,
        kind,
        url: one.url,
        type: isSoundOnly ? "audio/mp4" : "video/mp4",
        codec: codecOf(kind === "video" ? picture : (sound ?? picture)),
        bitrate: one.bitrate,
        height: one.height,
        size: sizeOf(one.bitrate, seconds),
      },
    ];
  });
  const ofSounds = sounds.flatMap((one, at): MediaFormat[] => {
    if (seen.has(one.url)) return [];
    seen.add(one.url);
    const variant = variants.find((each) => each.sounds === one.group);
    return [
      {
        ...shared,
        id: `sound-${at + 1}`,
        kind: "audio",
        url: one.url,
        type: "audio/mp4",
        codec: codecOf(variant?.codecs.find(isSound)),
        bitrate: null,
        height: null,
      },
    ];
  });
  return [...ofVariants, ...ofSounds];
}

/** Formats of a DASH manifest. @param url of the manifest */
export function formatsOfDash(
  tracks: readonly DashTrack[],
  url: string,
  source: string,
): MediaFormat[] {
  return tracks.map((one, at) => ({
    id: `track-${at + 1}`,
    kind: one.kind,
    source,
    url: one.file ?? url,
    ...(one.segments && { list: "dash" as const, track: one.id }),
    type: one.type,
    codec: codecOf(one.codec),
    bitrate: one.bitrate,
    height: one.height,
    size: sizeOf(one.bitrate, one.segments?.duration ?? null),
  }));
}
