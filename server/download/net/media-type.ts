import path from "node:path";

const BY_EXTENSION: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  ogv: "video/ogg",
};
const LISTS = /mpegurl|scpls|dash\+xml/i;
const VAGUE =
  /^(application\/(octet-stream|x-download|force-download|binary)|binary\/octet-stream|)$/;

/**
 * MIME type of media, from the `Content-Type` header, or from the file name if there is no header;
 * null for other types.
 */
export function mediaTypeOf(header: string | undefined, pathname: string): string | null {
  const type = (header ?? "").split(";")[0]!.trim().toLowerCase();
  if (LISTS.test(type)) return null;
  if (/^(audio|video)\/[\w.+-]{1,60}$/.test(type)) return type;
  if (type === "application/ogg") return "audio/ogg";
  if (!VAGUE.test(type)) return null;
  const extension = path.posix.extname(pathname).slice(1).toLowerCase();
  return BY_EXTENSION[extension] ?? null;
}

/** Derives a title from a URL: the last path segment without its extension. */
export function titleOf({ pathname, hostname }: URL): string {
  const last = pathname.split("/").at(-1)!;
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Invalid percent-encoding is kept unchanged.
  }
  const title = name
    .replace(/\.[^.]{1,5}$/, "")
    .replaceAll(/[\p{C}_]+/gu, " ")
    .trim();
  return title.slice(0, 200) || hostname;
}

export const extensionOf = (type: string): string =>
  Object.entries(BY_EXTENSION).find(([, known]) => known === type)?.[0] ??
  type.split("/")[1]!.replaceAll(/[^a-z0-9]/g, "");
