import { foreignKind } from "#audio/media/containers/sniff.ts";
import { formatOf } from "./file-format.ts";
import { type MediaDeps, askPlayer } from "./media-length.ts";
import type { Fault } from "../../contract/fault.ts";
import type { FileKind } from "../../contract/file.ts";

export interface Probed {
  readonly kind: FileKind;
  /** Seconds; null where it could not be found. */
  readonly duration: number | null;
  /** Why no tool can work on it; null while nothing speaks against it. */
  readonly problem: Fault | null;
}

/** Bytes that are looked at. */
const HEAD = 65_536;

/** What a file is by what others say of it. */
export function guessKind({
  type,
  name,
}: {
  readonly type: string;
  readonly name: string;
}): FileKind {
  if (type.startsWith("audio/")) return "audio";
  if (type.startsWith("video/")) return "video";
  if (/\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|3gp)$/i.test(name)) return "video";
  if (/\.(mp3|wav|m4[ab]|aac|og[ga]|opus|flac|aiff?|caf|amr|wma|mka)$/i.test(name)) return "audio";
  return "other";
}

/**
 * Finds kind and length of a file without decoding it: its first bytes say what it is, and the
 * browser's own player how long.
 * @throws the signal's reason
 */
export async function probeFile(
  file: File,
  deps: MediaDeps,
  { signal }: { readonly signal: AbortSignal },
): Promise<Probed> {
  const guessed = guessKind(file);
  const broken = (code: string, kind = guessed): Probed => ({
    kind,
    duration: null,
    problem: { code, params: {} },
  });
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  } catch {
    // A folder that was dropped, or a file that was moved since.
    return broken("file.unreadable");
  }
  signal.throwIfAborted();
  if (file.size === 0) return broken("file.empty");
  const foreign = foreignKind(head);
  // One that is called what it is has no name that could mislead.
  if (foreign !== null && guessed === "other") return broken("file.unsupported");
  if (foreign !== null)
    return {
      kind: "other",
      duration: null,
      problem: { code: "file.foreign", params: { kind: foreign } },
    };
  const format = formatOf(head);
  if (format ? !format.readable : guessed === "other") return broken("file.unsupported");
  if (format?.protected) return broken("file.protected", format.kind);
  const kind = format?.kind ?? guessed;
  const told = await askPlayer(file, deps, signal);
  if (told.state === "silent") return { kind, duration: null, problem: null };
  if (told.state === "refused") {
    // What this browser cannot play at all, a tool may still read.
    const plays = format === null || deps.createMedia().canPlayType(format.type) !== "";
    return plays ? broken("file.unreadable", kind) : { kind, duration: null, problem: null };
  }
  // A picture that cannot be decoded has no width; files of sound alone may look like films too.
  const isFilm = format?.type !== "video/webm" && guessed === "video" && kind === "video";
  return {
    kind: told.hasPicture || isFilm ? "video" : "audio",
    duration: told.duration,
    problem: told.hasSound ? null : { code: "file.noAudio", params: {} },
  };
}
