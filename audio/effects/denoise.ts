import { defineEffect } from "../effect.ts";
import { denoiseWithNet } from "../restoration/denoise-with-net.ts";
import { createSpeechDenoiser, DENOISER_QUALITY } from "../restoration/denoise-speech.ts";
import { loadSpeechNets } from "../restoration/speech-nets.ts";

/**
 * Removes noise and music from speech. Other voices remain in part, because nothing indicates which
 * one to keep.
 */
export default defineEffect({
  id: "denoise",
  parameters: {
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
  },
  length: "same",
  cost: { analysis: 0, work: 17 },
  quality: DENOISER_QUALITY,
  neutral: { strength: 0 },
  parallel: { before: 5, after: 2.3 },
  prepare: loadSpeechNets,
  create: ({ strength }, format, { prepared }) =>
    createSpeechDenoiser(strength / 100, format, prepared),
  net: {
    task: "denoise",
    rest: (values) => ({ ...values, strength: 0 }),
    process: (blocks, net, { values: { strength }, format, prepared }) =>
      denoiseWithNet(blocks, net, { strength: strength / 100, format, nets: prepared }),
  },
});
