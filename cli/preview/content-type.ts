import { extname } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  vtt: "text/vtt",
  srt: "text/plain",
  lrc: "text/plain",
  ics: "text/calendar",
  json: "application/json",
  map: "application/json",
  jsonld: "application/ld+json",
  webmanifest: "application/manifest+json",
  xml: "application/xml",
  xsl: "application/xslt+xml",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  wasm: "application/wasm",
  onnx: "application/octet-stream",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  bmp: "image/bmp",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  weba: "audio/webm",
  mid: "audio/midi",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  ogv: "video/ogg",
  mkv: "video/x-matroska",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
};

// Application types that are text in UTF-8.
const TEXT = /^text\/|[/+](json|xml)$/;
const DENSE_ALREADY = /^(audio|video|font\/woff|application\/(pdf|zip|gzip))/;
const PACKABLE = new Set(
  "image/svg+xml image/x-icon image/bmp application/wasm application/octet-stream".split(" "),
);

/** The media type of a file by its name, with the charset for text types. */
export function contentType(file: string): string {
  const type = TYPES[extname(file).slice(1).toLowerCase()] ?? "application/octet-stream";
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether files of a type are compressible. */
export function isCompressible(type: string): boolean {
  const [name = ""] = type.split(";");
  if (DENSE_ALREADY.test(name)) return false;
  return TEXT.test(name) || PACKABLE.has(name) || /^font\/(ttf|otf)$/.test(name);
}
