import { defineEffect } from "../effect.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { colorBlocks, createColor } from "../voice/color-voice.ts";
import { PRESETS } from "../voice/presets.ts";
import { createVoiceShift } from "../voice/shift-voice.ts";
import { createLimiter } from "../signal/limiter.ts";
import { shiftOf, VOICE_PARAMETERS } from "../voice/voice-values.ts";

/** dBTP */
const CEILING = -0.3;

/** Changes a voice: pitch and formants apart from each other, and characters. */
export default defineEffect({
  id: "voice",
  parameters: VOICE_PARAMETERS,
  length: "same",
  synthetic: "changed",
  neutral: { preset: "none", pitch: 0, formant: 0 },
  create: (values, format) => {
    const shift = shiftOf(values);
    const color = createColor(PRESETS[values.preset], format);
    const steps = [shift && createVoiceShift(shift, format), color && colorBlocks(color)].filter(
      (step) => step !== null,
    );
    // Moved partials meet in other places, and rooms add up: peaks may have grown.
    if (steps.length > 0) steps.push(createLimiter(format, { ceiling: CEILING }));
    return chainProcessors(steps, format.channels);
  },
});
