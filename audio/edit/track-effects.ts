import type { Edit, Track } from "./edit.ts";
import type { TrackEffect, TrackEffectName } from "./inserts/track-effect.ts";
import { MAX_TRACK_EFFECTS } from "./inserts/track-effects.ts";

type Effects = readonly TrackEffect[];

function changeEffects(edit: Edit, id: number, change: (effects: Effects) => Effects): Edit {
  const found = edit.tracks.find((track) => track.id === id);
  const before = found?.effects ?? [];
  const effects = change(before);
  if (!found || effects === before) return edit;
  const { effects: _before, ...bare } = found;
  const changed: Track = effects.length > 0 ? { ...bare, effects } : bare;
  return { ...edit, tracks: edit.tracks.map((track) => (track === found ? changed : track)) };
}

/** Adds an effect with its defaults after the others of a track; a full track stays as it is. */
export function addTrackEffect(edit: Edit, track: number, effect: TrackEffectName): Edit {
  const added = { id: edit.nextId, effect, values: {} };
  const next = changeEffects(edit, track, (effects) =>
    effects.length < MAX_TRACK_EFFECTS ? [...effects, added] : effects,
  );
  return next === edit ? edit : { ...next, nextId: edit.nextId + 1 };
}

export const removeTrackEffect = (edit: Edit, track: number, id: number): Edit =>
  changeEffects(edit, track, (effects) => {
    const rest = effects.filter((each) => each.id !== id);
    return rest.length < effects.length ? rest : effects;
  });

/** Moves an effect of a track. @param by steps in the order; negative is earlier */
export const moveTrackEffect = (edit: Edit, track: number, id: number, by: number): Edit =>
  changeEffects(edit, track, (effects) => {
    const from = effects.findIndex((each) => each.id === id);
    const to = Math.min(effects.length - 1, Math.max(0, from + by));
    if (from < 0 || to === from) return effects;
    return effects.toSpliced(from, 1).toSpliced(to, 0, effects[from]!);
  });

const changeEffect = (
  edit: Edit,
  { track, id }: { readonly track: number; readonly id: number },
  change: (effect: TrackEffect) => TrackEffect,
): Edit =>
  changeEffects(edit, track, (effects) =>
    effects.some((each) => each.id === id)
      ? effects.map((each) => (each.id === id ? change(each) : each))
      : effects,
  );

/** Sets a parameter of an effect. */
export const setEffectValue = (
  edit: Edit,
  position: { readonly track: number; readonly id: number },
  name: string,
  value: number,
): Edit =>
  changeEffect(edit, position, (effect) => ({
    ...effect,
    values: { ...effect.values, [name]: value },
  }));

export const bypassEffect = (
  edit: Edit,
  position: { readonly track: number; readonly id: number },
  isBypassed: boolean,
): Edit =>
  changeEffect(edit, position, ({ bypassed: _before, ...effect }) =>
    isBypassed ? { ...effect, bypassed: true } : effect,
  );
