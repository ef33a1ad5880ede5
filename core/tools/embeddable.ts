/** Presets whose jobs need one file and the visitor's device alone, by panel. */
const EMBEDDABLE: Readonly<Record<string, readonly string[]>> = {
  editor: ["trim", "volume"],
  enhance: ["denoise", "breath", "clicks", "enhance", "silence", "echo", "reverb"],
  separation: ["stems", "instrumental", "vocals", "no-drums", "no-bass", "no-lead", "speech"],
};

const LINKS = "it fetches links through the site's server";
const MODELS = "it needs a model, a voice or a hosted service";
const ONE_INSTRUMENT = "the built-in engine does not separate this instrument";

const OBSTACLES: Readonly<Record<string, string>> = {
  cloning: MODELS,
  download: LINKS,
  "karaoke/link": LINKS,
  podcast: MODELS,
  "separation/no-guitar": ONE_INSTRUMENT,
  "separation/no-piano": ONE_INSTRUMENT,
  transcript: MODELS,
  translator: MODELS,
  tts: MODELS,
};

/** Why the tool of a panel's preset cannot run in a frame, as a clause; null if it can. */
export function embedObstacle(panel: string, preset: string): string | null {
  if (Object.hasOwn(EMBEDDABLE, panel) && EMBEDDABLE[panel]!.includes(preset)) return null;
  const name = [`${panel}/${preset}`, panel].find((each) => Object.hasOwn(OBSTACLES, each));
  return name === undefined ? "its panel needs the workspace" : OBSTACLES[name]!;
}
