import { describe, expect, it } from "vitest";
import { addSource } from "#audio/edit/arrange.ts";
import { type Edit, type Selection, createEdit, lengthOf } from "#audio/edit/edit.ts";
import { createHistory } from "#audio/edit/history.ts";
import { bindCommands } from "./edit-actions.ts";
import {
  COMMANDS,
  fadeSelection,
  insertSilenceAtCursor,
  addMarkerAtCursor,
  moveClipAtCursor,
  nextEdge,
  commandTarget,
} from "./edit-commands.ts";
import {
  type Draft,
  editsOf,
  neededSources,
  readDraft,
  storeDraft,
} from "#runtime/panel-kit/draft/edit-draft.ts";
import { createEditorStore } from "./edit-store.ts";

const source = { source: "talk", name: "Talk", frames: 1000, channels: 1 };
const both = addSource(addSource(createEdit(8000, 1), source), { ...source, source: "music" });
const [first, second] = both.tracks.map(({ id }) => id) as [number, number];
const draft = (edit: Edit = both): Draft => ({
  id: "one",
  name: "Talk",
  updated: 5,
  sources: {
    talk: { name: "Talk", frames: 1000, channels: 1, size: 9, file: "file" },
    music: { name: "Music", frames: 1000, channels: 1, size: 9, file: null },
  },
  versions: [],
  history: createHistory(edit),
  stays: 0,
});
const state = (selection: Partial<Selection> = {}) => ({
  edit: both,
  clipboard: null,
  selection: { tracks: [first], start: 0, end: 0, ...selection },
});

describe("commands", () => {
  it("TLS-1 apply to the selection, else to the clip at the cursor, else not at all", () => {
    expect(commandTarget(state({ start: 10, end: 20 }))).toMatchObject({ start: 10, end: 20 });
    expect(commandTarget(state({ start: 500, end: 500 }))).toEqual({
      tracks: [first],
      start: 0,
      end: 1000,
    });
    expect(COMMANDS.cut(state({ start: 5000, end: 5000 }))).toBeNull();
    expect(COMMANDS.paste(state())).toBeNull();
    expect(COMMANDS.split(state({ start: 0, end: 0 }))).toBeNull();
    expect(COMMANDS.restore(state({ start: 10, end: 10 }))).toBeNull();
  });

  it("TLS-1 copied tracks are pasted into as many, from the chosen one on, over the selection", () => {
    const all = state({ tracks: [first, second], start: 100, end: 300 });
    const { clipboard } = COMMANDS.copy(all)!;
    expect(clipboard!.tracks).toHaveLength(2);
    const pasted = COMMANDS.paste({ ...state({ start: 500, end: 600 }), clipboard: clipboard! })!;
    expect(pasted.selection).toEqual({ tracks: [first, second], start: 500, end: 700 });
    expect(lengthOf(pasted.edit)).toBe(1100);
  });

  it("TLS-1 duplicate, insert silence, mark, fade and move clips", () => {
    expect(lengthOf(COMMANDS.duplicate(state({ start: 0, end: 400 }))!.edit!)).toBe(1400);
    expect(lengthOf(insertSilenceAtCursor(50)(state({ start: 10, end: 10 }))!.edit!)).toBe(1050);
    expect(insertSilenceAtCursor(0)(state())).toBeNull();
    expect(addMarkerAtCursor("Here")(state({ start: 3, end: 9 }))!.edit!.marks).toMatchObject([
      { name: "Here", start: 3, end: 9 },
    ]);
    const faded = fadeSelection("out", "linear")(state({ start: 900, end: 1000 }))!.edit!;
    expect(faded.tracks[0]!.clips.at(-1)!.fades).toHaveLength(1);
    const moved = moveClipAtCursor({ frames: 200, overlap: false })(state({ start: 10, end: 30 }))!;
    expect(moved.selection).toEqual({ tracks: [first], start: 210, end: 230 });
    expect(moveClipAtCursor({ tracks: -1, overlap: false })(state())).toBeNull();
    expect(
      moveClipAtCursor({ tracks: 1, overlap: false })(state())!.edit!.tracks[0]!.clips,
    ).toEqual([]);
  });

  it("TLS-1 edges lie before and after a place", () => {
    expect(nextEdge(both, 500, 1)).toBe(1000);
    expect(nextEdge(both, 500, -1)).toBe(0);
    expect(nextEdge(both, 1000, 1)).toBeNull();
  });
});

describe("the work on a draft", () => {
  const announced: string[] = [];
  const context = {
    curve: "smooth" as const,
    crossfade: true,
    nudge: 80,
    markName: "Mark",
    announce: (label: string, undone = false) =>
      void announced.push(undone ? `undone ${label}` : label),
  };

  it("TLS-1 every action can be undone, and is announced", () => {
    let now = 100;
    const store = createEditorStore(draft(), () => ++now);
    const act = (name: keyof ReturnType<typeof bindCommands>) =>
      bindCommands(store, store.getState(), context)[name]?.();
    expect(bindCommands(store, store.getState(), context).undo).toBeNull();
    store.select({ start: 200, end: 400 });
    act("cut");
    expect(store.getState()).toMatchObject({ saved: "soon", selection: { start: 200, end: 200 } });
    act("paste");
    act("reverse");
    act("mute");
    expect(store.getState().edit.tracks[0]!.muted).toBe(true);
    for (let i = 0; i < 4; i++) act("undo");
    expect(store.getState().edit).toBe(both);
    // The selection is restored, too.
    expect(store.getState().selection).toMatchObject({ start: 200, end: 400 });
    act("redo");
    expect(lengthOf({ tracks: [store.getState().edit.tracks[0]!] })).toBe(800);
    expect(announced).toEqual([
      "cut",
      "paste",
      "reverse",
      "mixer",
      "undone mixer",
      "undone reverse",
      "undone paste",
      "undone cut",
      "cut",
    ]);
  });

  it("TLS-1 steps of one movement are undone together", () => {
    const store = createEditorStore(draft(), () => 1);
    for (const gain of [-1, -2, -3])
      store.commit(
        { ...both, tracks: both.tracks.map((track) => ({ ...track, gain })) },
        { step: "mixer", movement: "gain 1" },
      );
    store.undo();
    expect(store.getState().edit).toBe(both);
  });

  it("TLS-1 a draft is stored with its history and versions, and restored unchanged", () => {
    const store = createEditorStore(draft(), () => 1e12);
    store.select({ start: 0, end: 10 });
    bindCommands(store, store.getState(), context).delete!();
    store.saveVersion("Short");
    const stored = storeDraft(store.getState());
    const back = readDraft(structuredClone(stored))!;
    expect(back).toMatchObject({ id: "one", updated: 1e12, versions: [{ name: "Short" }] });
    expect(back.history.present.edit).toEqual(store.getState().edit);
    expect(back.history.present.earlier?.edit).toEqual(both);
    expect([...neededSources(editsOf(back), back.sources)]).toEqual(["talk", "music"]);
    const stretch = { source: "original", scale: 2, semitones: 0 };
    const sources = { ...back.sources, talk: { ...back.sources["talk"]!, stretch } };
    expect(readDraft({ ...stored, sources })!.sources).toEqual(sources);
    expect([...neededSources(editsOf(back), sources)]).toEqual(["talk", "music", "original"]);
  });

  it("TLS-1 the last 100 states outlive a visit", () => {
    const store = createEditorStore(draft(), () => 1);
    for (let gain = 1; gain <= 150; gain++)
      store.commit({ ...both, nextId: 100 + gain }, { step: "mixer" });
    const stored = storeDraft(store.getState());
    expect(stored.states).toHaveLength(100);
    expect(readDraft(stored)?.history.present.edit.nextId).toBe(250);
    store.jump(3);
    expect(readDraft(storeDraft(store.getState()))?.history.present.edit.nextId).toBe(103);
  });

  it.each([
    null,
    {},
    { ...storeDraft(draft()), format: 2 },
    { ...storeDraft(draft()), states: [] },
  ])("TLS-4 a damaged draft counts as none: %#", (value) => {
    expect(readDraft(value)).toBeNull();
  });
});
