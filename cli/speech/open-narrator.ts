import { type Narrator, createNarrator } from "#audio/narration/narrator.ts";
import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { openVoice } from "./open-voice.ts";

/** The built-in voice with its personas; `close` ends its thread. */
export const openNarrator = (): Narrator =>
  createNarrator({ voice: openVoice(), refine: refineSpeech });
