import { type Edit, type Selection, trackAlone } from "#audio/edit/edit.ts";
import { applyEffect } from "#audio/edit/operations.ts";
import type { Values } from "#audio/tasks/task.ts";
import { type SourceInfo, framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { NewSound } from "#runtime/panel-kit/draft/draft-store.ts";
import { type Blobs, presentFiles } from "./use-mix.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";

/** The result of an effect on a selection. */
export interface RenderedEffect {
  /** The edit with the results in place of the selection. */
  readonly edit: Edit;
  readonly sources: Readonly<Record<string, SourceInfo>>;
  readonly blobs: Readonly<Record<string, Blob>>;
  /** Deletes the rendered files. */
  readonly discard: () => Promise<void>;
}

export interface EffectRun {
  readonly edit: Edit;
  readonly blobs: Blobs;
  readonly selection: Selection;
  readonly effect: string;
  readonly values: Values;
  /** Name of the effect, for the names of the results. */
  readonly name: string;
}

interface EffectDeps {
  readonly engine: Pick<Engine, "run">;
  readonly makeSound: () => Promise<NewSound>;
  readonly signal: AbortSignal;
  /** @param done from 0 to 1; null if it is not known */
  readonly onProgress: (done: number | null) => void;
}

/**
 * Renders the selection of each track through an effect, into files that are stored on the device.
 */
export async function runEditEffect(
  { edit, blobs, selection, effect, values, name }: EffectRun,
  { engine, makeSound, signal, onProgress }: EffectDeps,
): Promise<RenderedEffect> {
  const sources = presentFiles(blobs);
  const range = [selection.start, selection.end] as const;
  const rendered: { sound: NewSound; blob: Blob; info: SourceInfo }[] = [];
  const discard = async (): Promise<void> => {
    for (const { sound } of rendered) await sound.discard();
  };
  const { sampleRate, channels } = edit;
  let next = edit;
  try {
    for (const [at, track] of selection.tracks.entries()) {
      const sound = await makeSound();
      const file = {
        edit: trackAlone(edit, track),
        sources,
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
        rendered.push({ sound, blob, info });
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
    sources: Object.fromEntries(rendered.map(({ sound, info }) => [sound.id, info])),
    blobs: Object.fromEntries(rendered.map(({ sound, blob }) => [sound.id, blob])),
    discard,
  };
}
