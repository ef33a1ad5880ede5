import {
  ALL_FORMATS,
  HlsInputFormat,
  Input,
  Logging,
  LogLevel,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { FilePart } from "./bytes/byte-parts.ts";
import { viewOfParts } from "./byte-view.ts";
import { findFlacLinks, viewOfFlac } from "./flac-links.ts";
import { flacInOgg } from "./containers/ogg-flac.ts";
import { findOggLinks, isOgg } from "./containers/ogg-links.ts";
import { createSilenceMaker } from "./vorbis/ogg-silence.ts";
import { isFreeFormatMp3 } from "./mp3/free-format.ts";
import { findMp3Links } from "./mp3/mp3-links.ts";
import {
  nonMediaKind,
  isMatroska,
  isProtected,
  unsupportedCodec,
  declaredWavSeconds,
  SNIFF_BYTES,
} from "./containers/sniff.ts";
import type { MediaBytes } from "./host.ts";
import { isReadError, MediaError } from "./problems/media-error.ts";

/** A file that may contain audio or video, before its tracks are examined. */
export interface MediaInput {
  readonly bytes: MediaBytes;
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Its demuxer, which reads nothing but this file. */
  readonly input: Input;
  /** Whether it is known to be truncated. */
  readonly isCut: boolean;
  /** Duration in seconds that its header declares; null if it declares none. */
  readonly declaredDuration: number | null;
  /** Whether data in between is known to be missing. */
  readonly hasHoles: boolean;
  /** Samples per channel, counted if the file does not state them; otherwise null. */
  readonly frames: number | null;
  /** Further files that are concatenated to it. */
  readonly links: readonly MediaBytes[];
}

// Silences mediabunny's console output: errors are thrown.
Logging.level = LogLevel.Silent;

/** All formats except playlists: a local file must not fetch other files. */
export const INPUT_FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

/**
 * Examines the properties of a file that every reader depends on; all reading goes through here.
 * @throws {MediaError}
 */
export async function openInput(bytes: MediaBytes): Promise<MediaInput> {
  if (bytes.size === 0) throw new MediaError("empty");
  const head = await bytes.read(0, SNIFF_BYTES);
  const kind = nonMediaKind(head);
  if (kind !== null) throw new MediaError("foreign", { kind });
  if (isProtected(head)) throw new MediaError("protected");
  const odd = unsupportedCodec(head);
  if (odd !== null) throw new MediaError("codec", { codec: odd });
  if (await isFreeFormatMp3(bytes.read)) throw new MediaError("freeFormat");
  const parts = await partsOf(bytes, head);
  const [own, ...links] = parts.files;
  return {
    bytes: own,
    head,
    input: new Input({ formats: INPUT_FORMATS, source: own.source(own.size) }),
    isCut: parts.isCut,
    hasHoles: parts.hasHoles,
    frames: parts.frames ?? null,
    declaredDuration: declaredWavSeconds(head),
    links,
  };
}

/** The concatenated files, each as its valid parts. */
interface Parts {
  readonly files: readonly [MediaBytes, ...MediaBytes[]];
  readonly isCut: boolean;
  readonly hasHoles: boolean;
  readonly frames?: number | null;
}

async function partsOf(bytes: MediaBytes, head: Uint8Array): Promise<Parts> {
  const whole: Parts = { files: [bytes], isCut: false, hasHoles: false };
  if (isOgg(head)) {
    const { links, ...found } = await findOggLinks(bytes.read, bytes.size, createSilenceMaker);
    const [first, ...others] = await Promise.all(
      links.map(async (parts) => {
        const flac = await flacInOgg(bytes.read, parts);
        return flac ? viewOfFlac(bytes, flac) : fileOf(bytes, parts);
      }),
    );
    return first ? { files: [first, ...others], ...found } : whole;
  }
  if (isMatroska(head)) {
    const { matroskaParts } = await import("./matroska-parts.ts");
    return { ...whole, ...(await matroskaParts(bytes)) };
  }
  const flac = await findFlacLinks(bytes.read, bytes.size, head);
  if (flac) return { ...whole, files: viewsOf(bytes, flac) };
  const mp3 = await findMp3Links(bytes.read, bytes.size);
  return mp3 ? { ...whole, ...mp3, files: viewsOf(bytes, mp3.links) } : whole;
}

function viewsOf(bytes: MediaBytes, links: readonly (readonly FilePart[])[]): Parts["files"] {
  const [only, ...others] = links[0]!;
  const isWhole = others.length === 0 && only && "from" in only && only.to === bytes.size;
  if (links.length === 1 && isWhole && only.from === 0) return [bytes];
  const [first, ...rest] = links.map((parts) => viewOfParts(bytes, parts));
  return [first!, ...rest];
}

function fileOf(bytes: MediaBytes, parts: readonly FilePart[]): MediaBytes {
  const [only, ...others] = parts;
  const isBeginning = only && others.length === 0 && "from" in only && only.from === 0;
  // The platform's direct access to the bytes is the fastest.
  return isBeginning ? { ...bytes, size: only.to } : viewOfParts(bytes, parts);
}

/**
 * Converts an error of a reader: the file is broken, unless the device failed or the work was
 * aborted.
 */
export function asMediaError(error: unknown): unknown {
  const isAborted = error instanceof Error && error.name === "AbortError";
  if (isAborted || error instanceof MediaError || isReadError(error)) return error;
  return new MediaError(
    error instanceof UnsupportedInputFormatError ? "unsupported" : "unreadable",
    {},
    error,
  );
}
