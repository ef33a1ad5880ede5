/** Common name of a codec, from its identifier in a playlist (RFC 6381). */
export function codecOf(name: string | null | undefined): string | null {
  const front = name?.split(".")[0]!.toLowerCase();
  // The name is copied into responses unchanged.
  if (!front || !/^[\w-]{1,20}$/.test(front)) return null;
  if (name === "mp4a.40.34" || name === "mp4a.6b" || name === "mp4a.69") return "mp3";
  const known: Readonly<Record<string, string>> = {
    mp4a: "aac",
    opus: "opus",
    vorbis: "vorbis",
    flac: "flac",
    "ac-3": "ac3",
    "ec-3": "eac3",
    avc1: "h264",
    avc3: "h264",
    hvc1: "h265",
    hev1: "h265",
    vp9: "vp9",
    vp09: "vp9",
    av01: "av1",
  };
  return known[front] ?? front;
}
