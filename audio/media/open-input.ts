import type { MetadataTags } from "mediabunny";
import {
  ALL_FORMATS,
  BufferSource,
  HlsInputFormat,
  Input,
  UnsupportedInputFormatError,
} from "mediabunny";
import { findOggEnd, isOgg } from "./containers/ogg-end.ts";
import {
  foreignKind,
  isAiff,
  isProtected,
  oddCodec,
  promisedSeconds,
  SNIFFED,
} from "./containers/sniff.ts";
import type { MediaBytes } from "./host.ts";
import { isReadError, MediaError } from "./problems/media-error.ts";
import { aiffTagsAsWav } from "./tags/aiff-tags.ts";
import { repairTexts } from "./tags/repair-texts.ts";

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
}

/** All kinds of files but lists of other addresses: a file that was chosen must not fetch others. */
const INPUT_FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

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
  // A page that is not all there would be waited for.
  const ogg = isOgg(head) ? await findOggEnd(bytes.read, bytes.size) : null;
  return {
    bytes,
    head,
    input: new Input({ formats: INPUT_FORMATS, source: bytes.source(ogg?.end ?? bytes.size) }),
    isCut: ogg?.isCut ?? false,
    promised: promisedSeconds(head),
  };
}

/** Tags of a file; none where they cannot be read: a sound is not worth less without. */
export async function readTags({ bytes, head, input }: MediaInput): Promise<MetadataTags> {
  if (!isAiff(head)) return tagsOf(input);
  const source = new BufferSource(await aiffTagsAsWav(bytes.read));
  return tagsOf(new Input({ formats: INPUT_FORMATS, source }));
}

const tagsOf = (input: Input): Promise<MetadataTags> =>
  input.getMetadataTags().catch((): MetadataTags => ({}));

/** The same of plain sound, whose texts do not say how their letters are written. */
export const readPlainTags = async (media: MediaInput): Promise<MetadataTags> =>
  repairTexts(await readTags(media));

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
