/** A decaying tone, of a struck body or a bubble. */
export interface Resonance {
  /** Hz; ignored above the Nyquist frequency. */
  readonly frequency: number;
  /** Decay time constant in seconds (to 37 %). */
  readonly decay: number;
  /** Amplitude. */
  readonly level: number;
  /** −1 (left) to 1 (right). */
  readonly pan: number;
  /** Start frame in the next block. */
  readonly at: number;
  /** Relative rise of the frequency per second; defaults to 0. */
  readonly rise?: number;
}

export interface ResonatorBank {
  /** Adds a resonance; replaces the weakest one if there are too many. */
  add(ring: Resonance): void;
  /** Adds all active resonances to a block. */
  mix(left: Float32Array, right: Float32Array): void;
}

/** A resonance ends when it has decayed by 80 dB. */
const DECAY_CONSTANTS = Math.log(10_000);

interface Voice {
  left: number;
  right: number;
  wait: number;
  frames: number;
  real: number;
  imaginary: number;
  turnReal: number;
  turnImaginary: number;
  bendReal: number;
  bendImaginary: number;
}

const still = (): Voice => ({
  left: 0,
  right: 0,
  wait: 0,
  frames: 0,
  real: 0,
  imaginary: 0,
  turnReal: 0,
  turnImaginary: 0,
  bendReal: 1,
  bendImaginary: 0,
});

/** Equal-power gains of both channels. */
export const panGains = (pan: number): readonly [left: number, right: number] => {
  const angle = (Math.PI / 4) * (Math.min(1, Math.max(-1, pan)) + 1);
  return [Math.cos(angle) * Math.SQRT2, Math.sin(angle) * Math.SQRT2];
};

/** Damped oscillators as rotating phasors; each starts at zero, so there are no clicks. */
export function createResonatorBank(maxResonances: number, sampleRate: number): ResonatorBank {
  const voices = Array.from({ length: maxResonances }, still);
  const strength = ({ left, right, real, imaginary, frames }: Voice): number =>
    frames <= 0 ? 0 : (left + right) * Math.hypot(real, imaginary);
  const weakest = (): Voice => {
    let found = voices[0]!;
    for (const voice of voices) if (strength(voice) < strength(found)) found = voice;
    return found;
  };
  return {
    add({ frequency, decay, level, pan, at, rise = 0 }) {
      if (frequency > 0.45 * sampleRate) return;
      const voice = voices.find(({ frames }) => frames <= 0) ?? weakest();
      const angle = (2 * Math.PI * frequency) / sampleRate;
      const bend = (angle * rise) / sampleRate;
      const fall = Math.exp(-1 / (decay * sampleRate));
      const [left, right] = panGains(pan);
      voice.left = left;
      voice.right = right;
      voice.wait = at;
      voice.frames = Math.ceil(DECAY_CONSTANTS * decay * sampleRate);
      voice.real = level;
      voice.imaginary = 0;
      voice.turnReal = fall * Math.cos(angle);
      voice.turnImaginary = fall * Math.sin(angle);
      voice.bendReal = Math.cos(bend);
      voice.bendImaginary = Math.sin(bend);
    },
    mix(left, right) {
      for (const voice of voices) if (voice.frames > 0) ring(voice, left, right);
    },
  };
}

function ring(voice: Voice, left: Float32Array, right: Float32Array): void {
  const start = voice.wait;
  if (start >= left.length) {
    voice.wait -= left.length;
    return;
  }
  const end = Math.min(left.length, start + voice.frames);
  const { left: toLeft, right: toRight, bendReal, bendImaginary } = voice;
  let { real, imaginary, turnReal, turnImaginary } = voice;
  for (let i = start; i < end; i++) {
    left[i] = left[i]! + toLeft * imaginary;
    right[i] = right[i]! + toRight * imaginary;
    const next = real * turnReal - imaginary * turnImaginary;
    imaginary = real * turnImaginary + imaginary * turnReal;
    real = next;
    const turn = turnReal * bendReal - turnImaginary * bendImaginary;
    turnImaginary = turnReal * bendImaginary + turnImaginary * bendReal;
    turnReal = turn;
  }
  voice.real = real;
  voice.imaginary = imaginary;
  voice.turnReal = turnReal;
  voice.turnImaginary = turnImaginary;
  voice.wait = 0;
  voice.frames -= end - start;
}
