import type { Block, Format } from "../../effect.ts";
import {
  ACTIVITY_BATCH,
  ACTIVITY_RATE,
  ACTIVITY_STEP,
  createVoiceActivity,
} from "../../nets/voice-activity.ts";
import { framesOf } from "../../signal/blocks.ts";
import { createResampler } from "../../signal/resample.ts";
import type { SpeechActivity } from "../../silence/mark-unspoken.ts";
import { meanOf } from "../rate-adapter.ts";
import { createSampleQueue } from "../sample-queue.ts";

const BATCH = ACTIVITY_BATCH * ACTIVITY_STEP;
/** Some aliasing above 7 kHz does no harm: the network hears speech by its lower harmonics. */
const GRADE = { stopBand: 60, crossings: 24, folded: 0 };

export interface ActivityMeter {
  push(block: Block): void;
  finish(): SpeechActivity;
}

/**
 * Measures where there is speech in the mean of the channels.
 * @param bytes weights: see `createVoiceActivity`
 */
export function createActivityMeter({ sampleRate }: Format, bytes: ArrayBuffer): ActivityMeter {
  const net = createVoiceActivity(bytes);
  const resampler = createResampler(sampleRate, ACTIVITY_RATE, 1, GRADE);
  const waiting = createSampleQueue(1);
  const found: number[] = [];
  const add = (block: Block | null): void => {
    if (block && framesOf(block) > 0) waiting.push(block);
    while (waiting.frames >= BATCH)
      for (const probability of net.measure(waiting.take(BATCH)[0]!)) found.push(probability);
  };
  return {
    push: (block) => add(resampler.process([meanOf(block)])),
    finish() {
      add(resampler.finish());
      const steps = found.length + Math.ceil(waiting.frames / ACTIVITY_STEP);
      if (steps > found.length) add([new Float32Array(BATCH - waiting.frames)]);
      return {
        probabilities: Float32Array.from(found.slice(0, steps)),
        perSecond: ACTIVITY_RATE / ACTIVITY_STEP,
      };
    },
  };
}
