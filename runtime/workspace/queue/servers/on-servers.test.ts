import { expect, it } from "vitest";
import type { StoredJob } from "../../session/stored.ts";
import { isLeft, purgedJob } from "./on-servers.ts";

it("JOB-6 nothing of a task is left on the servers once its files have expired", () => {
  const file = { upload: "u1", deleted: null };
  expect(isLeft({ files: [{ ...file, until: 9 }], job: null }, 8)).toBe(true);
  expect(isLeft({ files: [{ ...file, until: 9 }], job: "j1" }, 9)).toBe(false);
  // In records of earlier builds, nothing says until when.
  expect(isLeft({ files: [file], job: null }, 9)).toBe(true);
  expect(isLeft({ files: [{ ...file, deleted: 5 }], job: null }, 9)).toBe(false);
  expect(isLeft({ files: [], job: "j1" }, 9)).toBe(true);
  // A job whose creation got no response lasts no longer than any job.
  const creating = { files: [{ ...file, until: 5 }], job: null, isCreating: true };
  expect(isLeft({ ...creating, creationUntil: 9 }, 8)).toBe(true);
  expect(isLeft({ ...creating, creationUntil: 9 }, 9)).toBe(false);
  expect(isLeft(creating, 9)).toBe(true);
});

it("JOB-6 a job that was removed for good keeps nothing that the visitor has entered", () => {
  const entered = { title: "song", text: "words", params: { strength: 3 }, fileIds: ["f"] };
  const task = { files: [], job: "j1" };
  const job = { ...entered, ended: null, results: [], serverTasks: [task] } as unknown as StoredJob;
  expect({ ...job, ...purgedJob(job, 7) }).toEqual({
    title: "",
    text: null,
    params: {},
    fileIds: [],
    results: [],
    serverTasks: [task],
    state: "cancelled",
    ended: 7,
    isPurged: true,
  });
  expect(purgedJob({ ...job, serverTasks: [] }, 7)).toBeNull();
});
