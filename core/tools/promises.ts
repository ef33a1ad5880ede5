import type { Model } from "../models/models.ts";
import type { Config } from "../site/config.ts";

/** What a tool's name promises that only a model, or a voice, does. */
export interface EnginePromise {
  /** What visitors expect to get, for messages. */
  readonly result: string;
  /** Whether a studio model does it. */
  readonly fits: (model: Pick<Model, "task">) => boolean;
  /** Whether the site does it without a studio model: by its built-in voice, or a hosted model. */
  readonly isWithoutModel: (config: Pick<Config, "hosted" | "tts">) => boolean;
}

/** Studio voices get the pronunciation of words from eSpeak, so without it only a hosted model speaks. */
const speech: EnginePromise = {
  result: "speech",
  fits: () => false,
  isWithoutModel: ({ tts, hosted }) => tts.espeak || hosted.speech !== null,
};

/** By panel and preset. Everything that is not listed works with the built-in engine. */
const PROMISES: Readonly<Record<string, EnginePromise>> = {
  "transcript/transcript": {
    result: "transcripts",
    fits: ({ task }) => task === "transcript",
    isWithoutModel: ({ hosted }) => hosted.transcription !== null,
  },
  "translator/translator": {
    result: "translations",
    fits: ({ task }) => task === "translation",
    isWithoutModel: ({ hosted }) => hosted.chat !== null,
  },
  "tts/tts": speech,
  "podcast/podcast": speech,
  "cloning/cloning": speech,
};

/** What pages of a preset promise beyond the built-in engine; undefined: nothing. */
export function promiseOf(panel: string, preset: string): EnginePromise | undefined {
  const name = `${panel}/${preset}`;
  return Object.hasOwn(PROMISES, name) ? PROMISES[name] : undefined;
}
