import { type Block, defineEffect, type Format, type Processor } from "../effect.ts";
import { createSpeechDenoiser } from "../restoration/denoise-speech.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { createLearningRoomRemover } from "../restoration/reverb/dereverb.ts";
import { createDeEsser, createVoiceEqualiser } from "../restoration/shape-voice.ts";
import { createReplay, createSoundStore, type SoundStore } from "../restoration/sound-store.ts";
import { loadSpeechNets, type SpeechNets } from "../restoration/speech-nets.ts";
import { createTargetMeter, type Level } from "../restoration/target-level.ts";
import { createLimiter } from "../signal/limiter.ts";

interface Values {
  readonly strength: number;
  readonly denoise: boolean;
  readonly dereverb: boolean;
  readonly equalise: boolean;
  readonly deess: boolean;
}

/** Part of the room that goes at full strength: a little of it sounds more natural. */
const ROOM_SHARE = 0.7;

/** Of the cleaned sound that is kept until its level is known: some 45 minutes of one channel. */
const MOST_BYTES = 2 ** 28;

interface Analysis extends Level {
  readonly cleaned: SoundStore;
}

/** All but the level. */
function createCleaner(values: Values, format: Format, nets: SpeechNets) {
  const strength = values.strength / 100;
  const steps = [
    values.denoise && strength > 0 && createSpeechDenoiser(strength, format, nets),
    values.dereverb && strength > 0 && createLearningRoomRemover(ROOM_SHARE * strength, format),
    values.equalise && createVoiceEqualiser(format),
    values.deess && createDeEsser(format),
  ];
  return chainProcessors(
    steps.filter((step) => step !== false),
    format.channels,
  );
}

/** Speech as a studio gives it: noise and room go, the sound is balanced and as loud as wanted. */
export default defineEffect({
  id: "enhance",
  parameters: {
    /** Of what takes noise and room away. */
    strength: { kind: "number", min: 0, max: 100, default: 90, unit: "%", step: 1 },
    target: { kind: "number", min: -31, max: -9, default: -16, unit: "LUFS", step: 0.5 },
    ceiling: { kind: "number", min: -9, max: 0, default: -1, unit: "dBTP", step: 0.1 },
    denoise: { kind: "switch", default: true },
    dereverb: { kind: "switch", default: true },
    equalise: { kind: "switch", default: true },
    deess: { kind: "switch", default: true },
  },
  length: "same",
  cost: { analysis: 26, work: 1.5 },
  neutral: null,
  prepare: loadSpeechNets,
  analyze: (values, format, nets, frames) => {
    // Made when it is wanted: who counts passes asks for an analyzer that hears nothing.
    let made: Processor | undefined;
    const cleaner = () => (made ??= createCleaner(values, format, nets));
    const meter = createTargetMeter(format, values, frames);
    const cleaned = createSoundStore(format.channels, MOST_BYTES, frames);
    const hear = (block: Block | null) => {
      if (!block) return;
      meter.push(block);
      cleaned.push(block);
    };
    return {
      push: (block) => hear(cleaner().process(block)),
      finish(): Analysis {
        hear(cleaner().finish());
        return { ...meter.finish(), cleaned };
      },
    };
  },
  loudness: ({ target }) => target,
  ceiling: ({ ceiling }) => ceiling,
  findings: ({ integrated, gain }) => ({
    figures: Number.isFinite(integrated) ? { integratedLufs: integrated, gain } : {},
  }),
  create(values, format, { analysis, prepared }) {
    const cleaned = analysis?.cleaned.open();
    return chainProcessors(
      [
        cleaned ? createReplay(cleaned) : createCleaner(values, format, prepared),
        createLimiter(format, {
          ceiling: values.ceiling - 0.05,
          gain: 10 ** ((analysis?.gain ?? 0) / 20),
        }),
      ],
      format.channels,
    );
  },
});
