/** Display names of codecs. */
const NAMES: Readonly<Record<string, string>> = {
  mp3: "MP3",
  aac: "AAC",
  opus: "Opus",
  vorbis: "Vorbis",
  flac: "FLAC",
  pcm: "WAV",
  h264: "H.264",
  avc: "H.264",
  hevc: "H.265",
  h265: "H.265",
  vp9: "VP9",
  av1: "AV1",
};

export const codecName = (codec: string): string =>
  NAMES[codec] ?? (codec.startsWith("pcm") ? "PCM" : codec.toUpperCase());
