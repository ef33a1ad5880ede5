import { balanceOf } from "#audio/edit/balance.ts";

/** How a stem is heard now. */
export interface StemLevel {
  /** Factor of it, 0 where it is not heard. */
  readonly factor: number;
  /** −1 is left, 0 the middle, 1 right. */
  readonly pan: number;
}

/** Loudest sample of both sides since the last look, 0 to 1 and more. */
export type PeakLevels = readonly [left: number, right: number];

/** What stems go through on their way to be heard: a place between left and right each, and one meter. */
export interface MixGraph {
  /** Where a stem, by its index, goes into; anything else goes past the master. */
  readonly inlet: (audio: AudioContext, bus: string) => AudioNode;
  readonly pan: (pans: readonly number[]) => void;
  /** @param factor of all stems together */
  readonly master: (factor: number) => void;
  readonly peaks: () => PeakLevels;
}

/** Seconds in which a level changes: no click is heard. */
const FADE = 0.008;
/** Samples that a meter looks at, more than pass between two pictures of a screen. */
const WINDOW = 2048;

export function createMixGraph(): MixGraph {
  let pans: readonly number[] = [];
  let factor = 1;
  const sides = new Map<string, readonly [GainNode, GainNode]>();
  let out: { readonly gain: GainNode; readonly meters: readonly AnalyserNode[] } | null = null;
  const heard = new Float32Array(WINDOW);

  function open(audio: AudioContext): GainNode {
    if (out) return out.gain;
    const gain = audio.createGain();
    gain.gain.value = factor;
    gain.connect(audio.destination);
    const splitter = audio.createChannelSplitter(2);
    gain.connect(splitter);
    const meters = [0, 1].map((side) => {
      const meter = audio.createAnalyser();
      meter.fftSize = WINDOW;
      splitter.connect(meter, side);
      return meter;
    });
    out = { gain, meters };
    return gain;
  }
  return {
    inlet(audio, bus) {
      const master = open(audio);
      if (!/^\d+$/.test(bus)) return audio.destination;
      const splitter = audio.createChannelSplitter(2);
      const merger = audio.createChannelMerger(2);
      const place = balanceOf(pans[Number(bus)] ?? 0);
      const made = [0, 1].map((side) => {
        const gain = audio.createGain();
        gain.gain.value = place[side as 0 | 1];
        splitter.connect(gain, side);
        gain.connect(merger, 0, side);
        return gain;
      });
      sides.set(bus, made as [GainNode, GainNode]);
      merger.connect(master);
      return splitter;
    },
    pan(next) {
      pans = next;
      for (const [bus, gains] of sides) {
        const place = balanceOf(next[Number(bus)] ?? 0);
        for (const [side, { gain, context }] of gains.entries())
          gain.setTargetAtTime(place[side as 0 | 1], context.currentTime, FADE);
      }
    },
    master(next) {
      factor = next;
      out?.gain.gain.setTargetAtTime(next, out.gain.context.currentTime, FADE);
    },
    peaks() {
      const found = (out?.meters ?? []).map((meter) => {
        meter.getFloatTimeDomainData(heard);
        let peak = 0;
        for (const value of heard) peak = Math.max(peak, Math.abs(value));
        return peak;
      });
      return [found[0] ?? 0, found[1] ?? 0];
    },
  };
}
