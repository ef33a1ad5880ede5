import type { SpectralForm } from "../../../core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { createSpectralNet } from "../spectral-net.ts";

/** Parts in which its answer is measured, of so many steps each. */
const PARTS = 8;
const STEPS = 4;

/**
 * What a net for streams says to a known sound, a tone of 300 Hz that swells: the level of each of eight
 * parts that come out.
 */
export async function answerKnownStream(
  session: NetSession,
  form: SpectralForm,
): Promise<number[]> {
  const net = createSpectralNet(session, form);
  const length = STEPS * net.hop;
  const answer: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const sound = Float32Array.from({ length }, (_, at) => {
      const frame = part * length + at;
      const swell = (0.3 * frame) / (PARTS * length);
      return swell * Math.sin((2 * Math.PI * 300 * frame) / net.sampleRate);
    });
    let power = 0;
    for (const sample of await net.run(sound)) power += sample * sample;
    answer.push(Math.sqrt(power / length));
  }
  return answer;
}
