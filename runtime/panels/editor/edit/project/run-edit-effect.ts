import { type Edit, type Selection, trackAlone } from "#audio/edit/edit.ts";
import { applyEffect } from "#audio/edit/operations.ts";
import type { Values } from "#runtime/audio/worker/protocol.ts";
import { type SourceInfo, framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { NewSound } from "#runtime/panel-kit/draft/edit-shelf.ts";
import type { Blobs } from "./use-mix.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";

/** What an effect has made of a selection. */
export interface Made {
  /** The edit with the results in place of what was selected. */
  readonly edit: Edit;
  readonly sources: Readonly<Record<string, SourceInfo>>;
  readonly blobs: Readonly<Record<string, Blob>>;
  /** Deletes the results. */
  readonly discard: () => Promise<void>;
}

export interface EffectRun {
  readonly edit: Edit;
  readonly blobs: Blobs;
  readonly selection: Selection;
  readonly effect: string;
  readonly values: Values;
  /** What is done, for the names of the results. */
  readonly name: string;
}

interface EffectDeps {
  readonly engine: Pick<Engine, "run">;
  readonly makeSound: () => Promise<NewSound>;
  readonly signal: AbortSignal;
  /** @param done 0 to 1; null while it cannot be known */
  readonly onProgress: (done: number | null) => void;
}

/** Takes what is selected of each track through an effect, into sounds that are kept on this device. */
export async function runEditEffect(
  { edit, blobs, selection, effect, values, name }: EffectRun,
  { engine, makeSound, signal, onProgress }: EffectDeps,
): Promise<Made> {
  const sources = Object.fromEntries(Object.entries(blobs).filter(([, blob]) => blob !== null));
  const range = [selection.start, selection.end] as const;
  const made: { sound: NewSound; blob: Blob; info: SourceInfo }[] = [];
  const discard = async (): Promise<void> => {
    for (const { sound } of made) await sound.discard();
  };
  const { sampleRate, channels } = edit;
  let next = edit;
  try {
    for (const [at, track] of selection.tracks.entries()) {
      const sound = await makeSound();
      const file = {
        edit: trackAlone(edit, track),
        sources: sources as Record<string, Blob>,
        range,
      };
      try {
        const { frames, output } = await engine.run(
          { effect, file, values, output: "wav32f" },
          {
            signal,
            sink: sound.stream,
            onProgress: (done) =>
              onProgress(done === null ? null : (at + done) / selection.tracks.length),
          },
        );
        const blob = await sound.finish();
        const of = edit.tracks.find(({ id }) => id === track)?.name ?? "";
        const info = {
          name: `${of} · ${name}`,
          frames: frames[1],
          sampleRate: output.sampleRate,
          channels,
          size: blob.size,
          file: null,
        };
        made.push({ sound, blob, info });
        const one = { ...selection, tracks: [track] };
        const length = framesAt(info, sampleRate);
        next = applyEffect(next, one, { effect, values, source: sound.id, frames: length });
      } catch (error) {
        await sound.discard();
        throw error;
      }
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    edit: next,
    sources: Object.fromEntries(made.map(({ sound, info }) => [sound.id, info])),
    blobs: Object.fromEntries(made.map(({ sound, blob }) => [sound.id, blob])),
    discard,
  };
}
