import {
  ALL_FORMATS,
  HlsInputFormat,
  Input,
  Logging,
  LogLevel,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { Piece } from "./bytes/byte-parts.ts";
import { viewOfPieces } from "./byte-view.ts";
import { findFlacLinks } from "./flac-links.ts";
import { findOggLinks, isOgg } from "./containers/ogg-links.ts";
import { createSilenceMaker } from "./vorbis/ogg-silence.ts";
import { isFreeFormatMp3 } from "./mp3/free-format.ts";
import { findMp3Links } from "./mp3/mp3-links.ts";
import {
  foreignKind,
  isMatroska,
  isProtected,
  oddCodec,
  promisedSeconds,
  SNIFFED,
} from "./containers/sniff.ts";
import type { MediaBytes } from "./host.ts";
import { isReadError, MediaError } from "./problems/media-error.ts";

/** A file that may have sound or pictures, before any of its tracks is looked at. */
export interface MediaInput {
  readonly bytes: MediaBytes;
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Its demuxer. No call of it reads anything but this file. */
  readonly input: Input;
  /** Whether it is known to end in the middle of itself. */
  readonly isCut: boolean;
  /** Seconds that its header promises; null where it promises nothing. */
  readonly promised: number | null;
  /** Whether something is known to be missing between its ends. */
  readonly hasHoles: boolean;
  /** Samples of a channel, where they were counted because nothing in the file states them; else null. */
  readonly frames: number | null;
  /** Files that were written behind it in the same one, and which it goes on with. */
  readonly links: readonly MediaBytes[];
}

// What a reader writes to the console belongs to nobody: errors are thrown, and the command line has its own words.
Logging.level = LogLevel.Silent;

/** All kinds of files but lists of other addresses: a file that was chosen must not fetch others. */
export const INPUT_FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

/**
 * Looks at what every reader has to know of a file: whatever is read of it, it comes through here.
 * @throws {MediaError}
 */
export async function openInput(bytes: MediaBytes): Promise<MediaInput> {
  if (bytes.size === 0) throw new MediaError("empty");
  const head = await bytes.read(0, SNIFFED);
  const kind = foreignKind(head);
  if (kind !== null) throw new MediaError("foreign", { kind });
  if (isProtected(head)) throw new MediaError("protected");
  const odd = oddCodec(head);
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
    promised: promisedSeconds(head),
    links,
  };
}

/** Files that one is made of, by what of them is whole. */
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
    const [first, ...others] = links.map((pieces) => fileOf(bytes, pieces));
    return first ? { files: [first, ...others], ...found } : whole;
  }
  if (isMatroska(head)) {
    const { mendMatroskaCut } = await import("./containers/matroska-cut.ts");
    const pieces = await mendMatroskaCut(bytes.read, bytes.size);
    return pieces ? { ...whole, files: [viewOfPieces(bytes, pieces)], isCut: true } : whole;
  }
  const flac = await findFlacLinks(bytes.read, bytes.size, head);
  if (flac) return { ...whole, files: viewsOf(bytes, flac) };
  const mp3 = await findMp3Links(bytes.read, bytes.size);
  return mp3 ? { ...whole, ...mp3, files: viewsOf(bytes, mp3.links) } : whole;
}

function viewsOf(bytes: MediaBytes, links: readonly (readonly Piece[])[]): Parts["files"] {
  const [only, ...others] = links[0]!;
  const isWhole = others.length === 0 && only && "from" in only && only.to === bytes.size;
  if (links.length === 1 && isWhole && only.from === 0) return [bytes];
  const [first, ...rest] = links.map((pieces) => viewOfPieces(bytes, pieces));
  return [first!, ...rest];
}

function fileOf(bytes: MediaBytes, pieces: readonly Piece[]): MediaBytes {
  const [only, ...others] = pieces;
  const isBeginning = only && others.length === 0 && "from" in only && only.from === 0;
  // The platform's own way to its bytes is the shortest.
  return isBeginning ? { ...bytes, size: only.to } : viewOfPieces(bytes, pieces);
}

/** What an error of a reader means: that the file is broken, unless the device has failed, or work was ended. */
export function asMediaError(error: unknown): unknown {
  const isAborted = error instanceof Error && error.name === "AbortError";
  if (isAborted || error instanceof MediaError || isReadError(error)) return error;
  return new MediaError(
    error instanceof UnsupportedInputFormatError ? "unsupported" : "unreadable",
    {},
    error,
  );
}
