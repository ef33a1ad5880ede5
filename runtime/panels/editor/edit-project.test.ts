import { expect, it } from "vitest";
import { lengthOf } from "../../../audio/edit/edit.ts";
import type { OpenedFile } from "../../audio/worker/protocol.ts";
import type { TrayFile } from "../../workspace/types.ts";
import type { ProjectDeps } from "./edit-project.ts";
import { draftOf } from "./edit-project.ts";

/** Files of one second each, by their rates. */
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
  const { history, sources } = await draftOf(tray, deps);
  const { edit } = history.present;
  expect(edit.sampleRate).toBe(expected);
  expect(lengthOf(edit)).toBe(rates.length > 0 ? expected : 0);
  expect(Object.values(sources).every(({ frames }) => frames === expected)).toBe(true);
});
