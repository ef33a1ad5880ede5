import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { type NetSession, pickTensor } from "../nets/net-session.ts";
import { toUnit } from "./cluster.ts";
import { activeSpeakers, speakerSets } from "./powerset.ts";
import { createFilterBank, subtractMean } from "./filter-bank.ts";

/** A network that finds who speaks in a window. */
export interface SegmentationNet {
  readonly form: SpeakerSegmentsForm;
  /**
   * @param samples as many as the window of the form
   * @returns a bit set of the active speakers for each frame
   */
  segment(samples: Float32Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A network that describes a voice. */
export interface EmbeddingNet {
  readonly form: VoiceEmbeddingForm;
  /** @returns log-mel features of the sound, [frames, bands] */
  featuresOf(samples: Float32Array): Float32Array;
  /**
   * @param features of one voice, [frames, bands]; they are changed
   * @returns a vector of length 1
   */
  embed(features: Float32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

export function createSegmentationNet(
  session: NetSession,
  form: SpeakerSegmentsForm,
): SegmentationNet {
  const { frames, input, output } = form;
  const sets = speakerSets(form.speakers, form.simultaneous);
  return {
    form,
    async segment(samples) {
      const outputs = await session.run({
        [input]: { data: samples, dims: [1, 1, samples.length] },
      });
      return activeSpeakers(pickTensor(outputs, output, frames * sets.length).data, sets);
    },
    close: () => session.close(),
  };
}

export function createEmbeddingNet(session: NetSession, form: VoiceEmbeddingForm): EmbeddingNet {
  const { bands, size, input, output } = form;
  return {
    form,
    featuresOf: createFilterBank(form),
    async embed(features) {
      const data = subtractMean(features, bands);
      const outputs = await session.run({
        [input]: { data, dims: [1, data.length / bands, bands] },
      });
      return toUnit(pickTensor(outputs, output, size).data);
    },
    close: () => session.close(),
  };
}

/** Both networks that find the speakers of a recording. */
export interface SpeakerNets {
  readonly segmentation: SegmentationNet;
  readonly embedding: EmbeddingNet;
}
