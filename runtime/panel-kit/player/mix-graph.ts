import { balanceOf } from "#audio/edit/balance.ts";

/** Gain and pan of a stem. */
export interface StemLevel {
  /** Gain factor; 0 if it is muted. */
  readonly factor: number;
  /** −1 is left, 0 the center, 1 right. */
  readonly pan: number;
}

/** Sample peaks of both channels since the last call, linear; above 1 if they clip. */
export type PeakLevels = readonly [left: number, right: number];

/**
 * Audio nodes from stems to the destination: a gain and a panner for each stem, a master gain and a
 * meter.
 */
export interface MixGraph {
  /** The node that a stem, by its index, is connected to; other buses bypass the master gain. */
  readonly inlet: (audio: AudioContext, bus: string) => AudioNode;
  readonly pan: (pans: readonly number[]) => void;
  /** @param factor gain factor of all stems */
  readonly master: (factor: number) => void;
  readonly peaks: () => PeakLevels;
}

/** Duration of a gain change in seconds, long enough to avoid clicks. */
const FADE = 0.008;
/** Samples that a meter analyzes, more than pass between two animation frames. */
const WINDOW = 2048;

/** An output with a meter for both channels. */
export interface MeteredOutput {
  /** The node to connect to, in front of the destination. */
  readonly inlet: (audio: AudioContext) => GainNode;
  readonly peaks: () => PeakLevels;
}

export function createMeteredOutput(): MeteredOutput {
  let out: { readonly gain: GainNode; readonly meters: readonly AnalyserNode[] } | null = null;
  const samples = new Float32Array(WINDOW);
  return {
    inlet(audio) {
      if (out?.gain.context === audio) return out.gain;
      const gain = audio.createGain();
      // A mono sound is on both channels.
      gain.channelCount = 2;
      gain.channelCountMode = "explicit";
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
    },
    peaks() {
      const found = (out?.meters ?? []).map((meter) => {
        meter.getFloatTimeDomainData(samples);
        let peak = 0;
        for (const value of samples) peak = Math.max(peak, Math.abs(value));
        return peak;
      });
      return [found[0] ?? 0, found[1] ?? 0];
    },
  };
}

export function createMixGraph(): MixGraph {
  let pans: readonly number[] = [];
  let factor = 1;
  let out: GainNode | null = null;
  const sides = new Map<string, readonly [GainNode, GainNode]>();
  const { inlet, peaks } = createMeteredOutput();

  function open(audio: AudioContext): GainNode {
    const gain = inlet(audio);
    if (gain !== out) gain.gain.value = factor;
    out = gain;
    return gain;
  }
  return {
    inlet(audio, bus) {
      const master = open(audio);
      if (!/^\d+$/.test(bus)) return audio.destination;
      const splitter = audio.createChannelSplitter(2);
      const merger = audio.createChannelMerger(2);
      const balance = balanceOf(pans[Number(bus)] ?? 0);
      const made = [0, 1].map((side) => {
        const gain = audio.createGain();
        gain.gain.value = balance[side as 0 | 1];
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
        const balance = balanceOf(next[Number(bus)] ?? 0);
        for (const [side, { gain, context }] of gains.entries())
          gain.setTargetAtTime(balance[side as 0 | 1], context.currentTime, FADE);
      }
    },
    master(next) {
      factor = next;
      out?.gain.setTargetAtTime(next, out.context.currentTime, FADE);
    },
    peaks,
  };
}
