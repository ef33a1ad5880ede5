import { useState } from "react";
import { type Region, addRegion, moveEdge, replaceRegion, splitRegion } from "./regions.ts";

interface History {
  readonly past: readonly (readonly Region[])[];
  readonly now: readonly Region[];
  readonly future: readonly (readonly Region[])[];
  /** Movement of the last step: changes with the same movement are one step of the undo history. */
  readonly movement: string | null;
}

export interface Regions {
  readonly all: readonly Region[];
  readonly selected: Region;
  readonly select: (id: number) => void;
  /** @param movement the same text for all changes of one step */
  readonly put: (region: Region, movement?: string) => void;
  readonly move: (id: number, edge: "start" | "end", to: number, movement?: string) => void;
  /** Moves an end within the last step of the undo history. */
  readonly settle: (id: number, edge: "start" | "end", to: number) => void;
  readonly add: (at: number) => void;
  readonly split: (at: number) => void;
  readonly remove: (id: number) => void;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/**
 * The regions of a sound with an undo history; initially one region with all of it. @param duration
 * seconds
 */
export function useRegions(duration: number): Regions {
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    now: [{ id: 1, start: 0, end: duration }],
    future: [],
    movement: null,
  }));
  const [chosen, select] = useState(1);
  const { past, now, future } = history;
  const selected = now.find(({ id }) => id === chosen) ?? now[0]!;

  const step = (change: (now: readonly Region[]) => readonly Region[], movement?: string): void =>
    setHistory((before) => {
      const next = change(before.now);
      const goesOn = movement !== undefined && movement === before.movement;
      return {
        past: goesOn ? before.past : [...before.past, before.now],
        now: next,
        future: [],
        movement: movement ?? null,
      };
    });
  return {
    all: now,
    selected,
    select,
    put: (region, movement) => step((all) => replaceRegion(all, region), movement),
    move: (id, edge, to, movement) =>
      step(
        (all) => all.map((one) => (one.id === id ? moveEdge(one, edge, to, duration) : one)),
        movement,
      ),
    settle: (id, edge, to) =>
      setHistory((before) => ({
        ...before,
        now: before.now.map((one) => (one.id === id ? moveEdge(one, edge, to, duration) : one)),
      })),
    add(at) {
      const { regions, id } = addRegion(now, at, duration);
      step(() => regions);
      select(id);
    },
    split(at) {
      const parts = splitRegion(now, selected.id, at);
      if (!parts) return;
      step(() => parts.regions);
      select(parts.id);
    },
    remove(id) {
      if (now.length > 1) step((all) => all.filter((one) => one.id !== id));
    },
    undo:
      past.length === 0
        ? null
        : () =>
            setHistory({
              past: past.slice(0, -1),
              now: past.at(-1)!,
              future: [now, ...future],
              movement: null,
            }),
    redo:
      future.length === 0
        ? null
        : () =>
            setHistory({
              past: [...past, now],
              now: future[0]!,
              future: future.slice(1),
              movement: null,
            }),
  };
}
