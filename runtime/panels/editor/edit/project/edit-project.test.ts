import { expect, it } from "vitest";
import { changeRate } from "#audio/edit/change-rate.ts";
import { copy } from "#audio/edit/operations.ts";
import { lengthOf } from "#audio/edit/edit.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import {
  fasterSource,
  framesAt,
  readDraft,
  storeDraft,
} from "#runtime/panel-kit/draft/edit-draft.ts";
import { type ProjectDeps, addFiles, createDraft } from "./edit-project.ts";
import { createEditorStore } from "./edit-store.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

/** Files of one second each, by sample rate. */
function trayOf(rates: readonly number[]): { tray: TrayFile[]; deps: ProjectDeps } {
  const tray = rates.map(
    (rate) => ({ id: `${rate}`, name: `${rate}.wav`, size: rate }) as TrayFile,
  );
  const opened = (blob: Blob): OpenedFile =>
    ({ duration: 1, channels: 1, sampleRate: Number(blob.type) }) as OpenedFile;
  const deps: ProjectDeps = {
    engine: {
      open: (files) =>
        Promise.resolve({
          files: files.map((file) => opened(file as Blob)),
          read: () => Promise.resolve([]),
          stems: () => Promise.resolve({ planes: [], from: 0, to: 0 }),
          spectra: () => Promise.resolve(new Uint8Array()),
          change: () => {},
          close: () => {},
        }),
    },
    files: { open: (id) => Promise.resolve(new File([], `${id}.wav`, { type: id })) },
    now: () => 0,
  };
  return { tray, deps };
}

it.each([
  [[16_000, 44_100], 44_100],
  [[48_000, 44_100], 48_000],
  [[8_000], 8_000],
  [[], 48_000],
])("TLS-1 a project of files at %j Hz works at %i Hz", async (rates, expected) => {
  const { tray, deps } = trayOf(rates);
  const { history, sources } = await createDraft(tray, deps);
  const { edit } = history.present;
  expect(edit.sampleRate).toBe(expected);
  expect(lengthOf(edit)).toBe(rates.length > 0 ? expected : 0);
  for (const info of Object.values(sources)) expect(framesAt(info, expected)).toBe(expected);
  expect(fasterSource(edit, sources)).toBeNull();
});

it("TLS-1 a file of a higher rate is reported, and the project can be switched to it and back", async () => {
  const { tray, deps } = trayOf([16_000, 48_000]);
  const store = createEditorStore(await createDraft(tray.slice(0, 1), deps), () => 1);
  await addFiles(store, tray.slice(1), { ...deps, isLost: () => false });
  const { edit, sources } = store.getState();
  expect(lengthOf(edit)).toBe(16_000);
  expect(fasterSource(edit, sources)).toEqual({ name: "48000", sampleRate: 48_000 });
  expect(readDraft(structuredClone(storeDraft(store.getState())))?.sources).toEqual(sources);
  // A visitor who declined is not asked again; drafts of earlier builds lack this field.
  store.dismissRate(48_000);
  const stored = structuredClone(storeDraft(store.getState()));
  expect(readDraft(stored)?.stays).toBe(48_000);
  const { stays: _stays, ...earlier } = stored;
  expect(readDraft(earlier)?.stays).toBe(0);
  const tracks = edit.tracks.map(({ id }) => id);
  store.select({ tracks, start: 4000, end: 8000 });
  store.setClipboard(copy(edit, { tracks, start: 0, end: 800 }));
  const raised = changeRate(edit, 48_000);
  store.commit(raised, { step: "rate" });
  expect(lengthOf(raised)).toBe(48_000);
  expect(fasterSource(raised, sources)).toBeNull();
  expect(store.getState().selection).toEqual({ tracks, start: 12_000, end: 24_000 });
  expect(store.getState().clipboard).toEqual(copy(raised, { tracks, start: 0, end: 2400 }));
  store.undo();
  expect(store.getState()).toMatchObject({
    edit,
    selection: { tracks, start: 4000, end: 8000 },
    clipboard: { frames: 800 },
  });
  store.redo();
  expect(store.getState().edit).toBe(raised);
});
