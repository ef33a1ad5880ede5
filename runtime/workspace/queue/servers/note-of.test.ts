import { expect, it } from "vitest";
import type { SentFile } from "#runtime/contract/job.ts";
import { noteOf } from "./note-of.ts";

const note = (state: "running" | "done" | "failed" | "cancelled", sent: readonly SentFile[]) =>
  noteOf({ state, sent, needsTab: false }, 1000);

it("JOB-5 a job says until when the servers keep its files, whatever its end, and when they are deleted", () => {
  const left = { upload: "u1", deleted: null, until: 2000 };
  expect(noteOf({ state: "running", sent: [left], needsTab: true }, 1000)).toBeNull();
  expect(note("done", [])).toBeNull();
  expect(note("running", [left])?.kind).toBe("runs");
  expect(note("failed", [left])).toMatchObject({ kind: "stored", time: 2000 });
  // Their deletion was requested.
  for (const state of ["done", "cancelled"] as const)
    expect(note(state, [left])?.kind).toBe("unconfirmed");
  const expired = { ...left, until: 900 };
  for (const state of ["done", "failed", "cancelled"] as const)
    expect(note(state, [expired, { upload: "u2", deleted: 950 }])).toEqual({
      kind: "expired",
      time: 900,
      hasReceipts: true,
    });
  const deleted = [
    { upload: "u1", deleted: 700 },
    { upload: "u2", deleted: 800 },
  ];
  expect(note("failed", deleted)).toMatchObject({ kind: "deleted", time: 800, hasReceipts: true });
  // Jobs of earlier builds do not know the time.
  expect(note("failed", [{ upload: "u1", deleted: null }])?.kind).toBe("unconfirmed");
});
