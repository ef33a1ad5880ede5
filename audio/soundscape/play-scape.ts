import { decibelsToFactor } from "../signal/decibel.ts";
import { createSmoother } from "./kit/filters.ts";
import { createRandom, mixSeed } from "./kit/random.ts";
import { QUANTUM } from "./kit/layer.ts";
import { LAYER_MAKERS } from "./layers.ts";
import { createBinauralSpatializer, createPanner, createWalk } from "./spatialize.ts";
import { type LayerName, type LayerSetting, type Scape, LAYERS } from "./scape.ts";

/** Time constant of changes, which prevents clicks. */
const CHANGE = 0.04;
/** Level below which a layer that was switched off is removed. */
const SILENT = 1e-4;
/** Level above which samples are soft-clipped. */
const KNEE = 0.8;

type Stereo = readonly [left: Float32Array, right: Float32Array];
const createStereo = (): Stereo => [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];

/** A playing soundscape. */
export interface ScapePlayer {
  /** The next `QUANTUM` frames; valid until the next call. */
  next(): Stereo;
  /** Changes the settings without clicks. The seed cannot be changed. */
  change(scape: Scape): void;
}

/** One layer with its position and level. */
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
  const head = createBinauralSpatializer(sampleRate);
  const perBlock = sampleRate / QUANTUM;
  const sound = createStereo();
  let glides: Record<"level" | "pan" | "character", (target: number) => number> | null = null;
  let level = starts;
  return {
    /** @returns whether it is audible */
    add(
      setting: LayerSetting | undefined,
      { speakers, head: around }: Record<"speakers" | "head", Stereo | null>,
      last: LayerSetting,
    ): boolean {
      const { pan, movement, character, surface } = setting ?? last;
      glides ??= {
        level: createSmoother(CHANGE, perBlock, starts),
        pan: createSmoother(2 * CHANGE, perBlock, pan),
        character: createSmoother(2 * CHANGE, perBlock, character),
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
      const position = walk(glides.pan(pan), movement);
      if (speakers) panner.mix(sound, speakers, position);
      if (around) head.mix(sound, around, position);
      return setting !== undefined || level > SILENT;
    },
  };
}

/** Soft clipping of peaks beyond full scale, which a quiet sound never has. */
function softClip(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  const over = (size - KNEE) / (1 - KNEE);
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh(over));
}

/** Plays a soundscape from its beginning; deterministic for a sample rate. */
export function createScapePlayer(first: Scape, sampleRate: number): ScapePlayer {
  const channels = new Map<
    LayerName,
    { channel: ReturnType<typeof createChannel>; last: LayerSetting }
  >();
  const out = createStereo();
  const around = createStereo();
  let scape = first;
  let share = first.binaural ? 1 : 0;
  const turn = createSmoother(CHANGE, sampleRate / QUANTUM, share);
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
      const target = scape.binaural ? 1 : 0;
      share = turn(target);
      if (Math.abs(share - target) < SILENT) share = target;
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
          samples[i] = softClip(samples[i]! * (1 - part) + other[i]! * part);
        }
      }
      return out;
    },
  };
}
