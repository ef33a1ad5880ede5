import { DEFAULT_LOCALES } from "#core/site/locales.ts";

export const CODES = DEFAULT_LOCALES.map(({ code }) => code);

/** The 41 tools of the product. */
export const TOOLS =
  `acapella-extractor ai-asmr-generator ai-audio-editor ai-audio-enhancer ai-audio-to-text
  ai-audio-translator ai-cover-generator ai-mashup-maker ai-podcast-maker ai-stem-splitter
  ai-text-to-speech audio-downloader audio-to-animation-ai audio-to-video-ai audio-trimmer
  background-audio-remover breath-remover karaoke-maker mouth-sounds-remover remove-bass-from-song
  remove-drums-from-song remove-echo-from-audio remove-guitar-from-song
  remove-lead-vocals-from-songs remove-music-from-video remove-piano-from-song
  remove-vocals-from-song reverb-remover silence-remover voice-changer voice-cloning volume-changer
  youtube-playlist-download youtube-shorts-download youtube-to-karaoke youtube-to-m4a
  youtube-to-mp3-converter youtube-to-mp4-converter youtube-to-ogg youtube-to-wav
  youtube-video-download`
    .trim()
    .split(/\s+/);

export const NOT_INDEXED = [
  "/subscription",
  "/use-history",
  "/account-settings",
  "/podcast-preview",
];
const POLICIES = ["/terms-policy", "/refund-policy", "/privacy-policy"];
/** Routes that exist in every locale. */
export const ROUTES = [
  "/",
  "/pricing",
  ...POLICIES,
  ...NOT_INDEXED,
  ...TOOLS.map((slug) => `/${slug}`),
];

export const pathIn = (code: string, route: string): string =>
  code === "en" ? route : `/${code}${route === "/" ? "" : route}`;

/** One page of each kind that has a translation, and of each that is English only. */
export const KINDS: Readonly<Record<string, string>> = {
  home: "/",
  tool: "/audio-trimmer",
  "tool with text": "/ai-text-to-speech",
  "tool with a link": "/youtube-to-mp3-converter",
  pricing: "/pricing",
  policy: "/terms-policy",
  subscription: "/subscription",
  history: "/use-history",
  settings: "/account-settings",
  podcast: "/podcast-preview",
  "not found": "/no-such-page",
};
export const ENGLISH_KINDS: Readonly<Record<string, string>> = {
  voice: "/ai-voice-generator/maren",
  failure: "/500.html",
};

/** Kind and path of every kind of page in some locales. */
export const kindsIn = (...codes: string[]): [kind: string, path: string][] => [
  ...codes.flatMap((code) =>
    Object.entries(KINDS).map(([kind, route]): [string, string] => [
      `${kind} in ${code}`,
      pathIn(code, route),
    ]),
  ),
  ...Object.entries(ENGLISH_KINDS),
];
