import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { TrayFile } from "#runtime/contract/file.ts";
import { takeDropped } from "./use-lyrics-file.ts";

/** A tray of files that are named by their ids. */
function trayOf(...ids: readonly string[]) {
  const fileOf = (id: string) =>
    ({ id, name: id, kind: id.endsWith(".wav") ? "audio" : "other" }) as TrayFile;
  const store = createStore(() => ({ files: ids.map(fileOf), selected: ids }));
  const tray = Object.assign(store, {
    select: (selected: readonly string[]) => store.setState({ selected }),
    open: async (id: string) => new File([`words of ${id}`], id),
    remove: (removed: readonly string[]) => {
      store.setState(({ files }) => ({ files: files.filter(({ id }) => !removed.includes(id)) }));
      return () => {};
    },
    add(...more: readonly string[]) {
      store.setState(({ files }) => ({ files: [...files, ...more.map(fileOf)] }));
      store.setState({ selected: more });
    },
  });
  const taken: string[] = [];
  const begin = (early = true) =>
    takeDropped(
      tray as unknown as Parameters<typeof takeDropped>[0],
      async (file) => void taken.push(await file.text()),
      early,
    );
  const stands = () => ({
    files: tray.getState().files.map(({ id }) => id),
    taken,
    selected: tray.getState().selected,
  });
  return { tray, begin, stands };
}

it("USR-14 lyrics that are dropped beside a song are taken, and leave the song selected", async () => {
  const { tray, begin, stands } = trayOf("old.wav", "old.txt");
  begin(false);
  tray.add("song.wav", "song.lrc");
  await expect.poll(stands).toEqual({
    files: ["old.wav", "old.txt", "song.wav"],
    taken: ["words of song.lrc"],
    selected: ["song.wav"],
  });
  tray.add("alone.srt");
  await expect.poll(stands).toMatchObject({
    files: ["old.wav", "old.txt", "song.wav"],
    taken: ["words of song.lrc", "words of alone.srt"],
    selected: ["song.wav"],
  });
});

it("USR-14 lyrics that were dropped while the panel was on its way are taken, too", async () => {
  const { begin, stands } = trayOf("song.wav", "song.lrc");
  begin();
  await expect
    .poll(stands)
    .toEqual({ files: ["song.wav"], taken: ["words of song.lrc"], selected: ["song.wav"] });
});

it("USR-14 files that were in the list replace neither existing lyrics nor unselected ones", async () => {
  const written = trayOf("song.wav", "notes.txt");
  written.begin(false);
  const apart = trayOf("song.wav", "notes.txt");
  apart.tray.select(["song.wav"]);
  apart.begin();
  for (const { tray, stands } of [written, apart]) {
    tray.add("next.lrc");
    await expect.poll(stands).toMatchObject({
      files: ["song.wav", "notes.txt"],
      taken: ["words of next.lrc"],
    });
  }
});
