import { decibelsToFactor } from "../signal/decibel.ts";
import { createGlide } from "./kit/filters.ts";
import { createRandom, mixSeed } from "./kit/random.ts";
import { QUANTUM } from "./kit/layer.ts";
import { LAYER_MAKERS } from "./layers.ts";
import { createHead, createPanner, createWalk } from "./place.ts";
import { type LayerName, type LayerSetting, type Scape, LAYERS } from "./scape.ts";

/** Seconds in which most of a change is made, so that none is a click. */
const CHANGE = 0.04;
/** Below it a layer that was switched off is gone. */
const SILENT = 1e-4;
/** From here on samples are bent, not cut. */
const KNEE = 0.8;

type Stereo = readonly [left: Float32Array, right: Float32Array];
const createStereo = (): Stereo => [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];

/** A scape that sounds. */
export interface ScapePlayer {
  /** The next `QUANTUM` frames, good until the next call. */
  next(): Stereo;
  /** Sounds otherwise from the next frames on, without a click. Another seed is not taken. */
  change(scape: Scape): void;
}

/** One layer: its sound, its place and its level. */
function createChannel(
  name: LayerName,
  {
    seed,
    sampleRate,
    starts,
  }: { readonly seed: number; readonly sampleRate: number; readonly starts: number },
) {
  const own = mixSeed(seed, 17 + LAYERS.indexOf(name));
  const { create, gain } = LAYER_MAKERS[name];
  const layer = create({ sampleRate, random: createRandom(own) });
  const walk = createWalk(createRandom(mixSeed(own, 5)), sampleRate);
  const panner = createPanner();
  const head = createHead(sampleRate);
  const perBlock = sampleRate / QUANTUM;
  const sound = createStereo();
  let glides: Record<"level" | "pan" | "character", (target: number) => number> | null = null;
  let level = starts;
  return {
    /** @returns whether anything is heard of it */
    add(
      setting: LayerSetting | undefined,
      { speakers, head: around }: Record<"speakers" | "head", Stereo | null>,
      last: LayerSetting,
    ): boolean {
      const { pan, movement, character, surface } = setting ?? last;
      glides ??= {
        level: createGlide(CHANGE, perBlock, starts),
        pan: createGlide(2 * CHANGE, perBlock, pan),
        character: createGlide(2 * CHANGE, perBlock, character),
      };
      const before = level;
      level = glides.level(setting ? decibelsToFactor(setting.level) : 0);
      const [left, right] = sound;
      left.fill(0);
      right.fill(0);
      layer.fill(left, right, { character: glides.character(character), surface });
      for (let i = 0; i < QUANTUM; i++) {
        const factor = gain * (before + ((level - before) * i) / QUANTUM);
        left[i] = left[i]! * factor;
        right[i] = right[i]! * factor;
      }
      const place = walk(glides.pan(pan), movement);
      if (speakers) panner.place(sound, speakers, place);
      if (around) head.place(sound, around, place);
      return setting !== undefined || level > SILENT;
    },
  };
}

/** Bends what is too loud for a file, which a quiet sound never is. */
function bend(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  const over = (size - KNEE) / (1 - KNEE);
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh(over));
}

/** Plays a scape, from its first sample on; the same scape sounds the same at a sample rate. */
export function createScapePlayer(first: Scape, sampleRate: number): ScapePlayer {
  const channels = new Map<
    LayerName,
    { channel: ReturnType<typeof createChannel>; last: LayerSetting }
  >();
  const out = createStereo();
  const around = createStereo();
  let scape = first;
  let share = first.binaural ? 1 : 0;
  const turn = createGlide(CHANGE, sampleRate / QUANTUM, share);
  const open = (name: LayerName, setting: LayerSetting, starts: number): void => {
    const channel = createChannel(name, { seed: first.seed, sampleRate, starts });
    channels.set(name, { channel, last: setting });
  };
  for (const name of LAYERS) {
    const setting = scape.layers[name];
    if (setting) open(name, setting, decibelsToFactor(setting.level));
  }
  return {
    change(next) {
      scape = next;
      for (const name of LAYERS) {
        const setting = next.layers[name];
        const known = channels.get(name);
        if (setting && known) known.last = setting;
        else if (setting) open(name, setting, 0);
      }
    },
    next() {
      const before = share;
      const wanted = scape.binaural ? 1 : 0;
      share = turn(wanted);
      if (Math.abs(share - wanted) < SILENT) share = wanted;
      for (const samples of [...out, ...around]) samples.fill(0);
      const buses = {
        speakers: before < 1 || share < 1 ? out : null,
        head: before > 0 || share > 0 ? around : null,
      };
      for (const [name, { channel, last }] of channels)
        if (!channel.add(scape.layers[name], buses, last)) channels.delete(name);
      for (const [side, samples] of out.entries()) {
        const other = around[side]!;
        for (let i = 0; i < QUANTUM; i++) {
          const part = before + ((share - before) * i) / QUANTUM;
          samples[i] = bend(samples[i]! * (1 - part) + other[i]! * part);
        }
      }
      return out;
    },
  };
}
