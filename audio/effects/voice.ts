import { defineEffect } from "../effect.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { createColour } from "../voice/colour-voice.ts";
import { type Preset, PRESET_NAMES, PRESETS } from "../voice/presets.ts";
import { createVoiceShift } from "../voice/shift-voice.ts";

/** Changes a voice: pitch and formants apart from each other, and characters. */
export default defineEffect({
  id: "voice",
  parameters: {
    preset: { kind: "choice", choices: PRESET_NAMES, default: "none" },
    /** On top of the preset's. */
    pitch: { kind: "number", min: -12, max: 12, default: 0, unit: "semitones", step: 0.01 },
    /** On top of the preset's: a longer or shorter throat. */
    formant: { kind: "number", min: -8, max: 8, default: 0, unit: "semitones", step: 0.01 },
  },
  length: "same",
  neutral: { preset: "none", pitch: 0, formant: 0 },
  create: (values, format) => {
    const preset: Preset = PRESETS[values.preset];
    const pitch = (preset.pitch ?? 0) + values.pitch;
    const formant = (preset.formant ?? 0) + values.formant;
    const { excitation = "voice" } = preset;
    const shift =
      (pitch !== 0 || formant !== 0 || excitation !== "voice") &&
      createVoiceShift(
        { pitch: 2 ** (pitch / 12), formant: 2 ** (formant / 12), excitation },
        format,
      );
    const steps = [shift, createColour(preset, format)];
    return chainProcessors(
      steps.filter((step) => step !== false && step !== null),
      format.channels,
    );
  },
});
