import { nonMediaKind } from "#audio/media/containers/sniff.ts";
import { formatOf } from "./file-format.ts";
import { type MediaDeps, inspectWithPlayer } from "./media-length.ts";
import type { Fault } from "#runtime/contract/fault.ts";
import type { FileKind } from "#runtime/contract/file.ts";

export interface Probed {
  readonly kind: FileKind;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
  /** Why no tool can use it; null if there is no problem. */
  readonly problem: Fault | null;
}

/** Number of inspected bytes. */
const HEAD = 65_536;

/** The kind of a file by its MIME type and name. */
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
 * Detects kind and length of a file without decoding it, by its first bytes and by the browser's
 * player.
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
    // A dropped folder, or a file that has been moved since.
    return broken("file.unreadable");
  }
  signal.throwIfAborted();
  if (file.size === 0) return broken("file.empty");
  const foreign = nonMediaKind(head);
  // The name is not misleading, so the format decides.
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
  const info = await inspectWithPlayer(file, deps, signal);
  if (info.state === "silent") return { kind, duration: null, problem: null };
  if (info.state === "refused") {
    // A tool may be able to read formats that this browser cannot play.
    const plays = format === null || deps.createMedia().canPlayType(format.type) !== "";
    return plays ? broken("file.unreadable", kind) : { kind, duration: null, problem: null };
  }
  // A picture that cannot be decoded has no width; WebM files with sound alone may look like
  // videos, too.
  const isVideo = format?.type !== "video/webm" && guessed === "video" && kind === "video";
  return {
    kind: info.hasPicture || isVideo ? "video" : "audio",
    duration: info.duration,
    problem: info.hasSound ? null : { code: "file.noAudio", params: {} },
  };
}
