import { describe, expect, it, vi } from "vitest";
import type { DeviceJob } from "../contract/job-runner.ts";
import { runInMemory } from "./run-in-memory.ts";

const FILE = new File(["sound"], "talk.wav");

const run = (job: DeviceJob) => {
  const onProgress = vi.fn<(progress: object) => void>();
  const { signal } = new AbortController();
  const given = { file: FILE, preset: "vocals", params: { output: "keep" } };
  return { onProgress, done: runInMemory(job, given, { signal, onProgress }) };
};

describe("TLS-17 a panel's job in a frame", () => {
  it("writes its results to memory, and they keep their names, types and roles", async () => {
    const { done, onProgress } = run(
      async ({ files, params, preset, sink, onProgress: report }) => {
        expect([files, params, preset]).toEqual([[FILE], { output: "keep" }, "vocals"]);
        report({ done: 0.5, stage: "panel-kit:stage.working" });
        const result = await sink("talk-vocals.wav", "audio/wav");
        const writer = result.getWriter();
        await writer.write({ type: "write", position: 3, data: new TextEncoder().encode("als") });
        await writer.write({ type: "write", position: 0, data: new TextEncoder().encode("voc") });
        writer.releaseLock();
        const blob = { kind: "blob" as const, name: "notes.txt", blob: new Blob(["notes"]) };
        return [{ ...(await result.finish()), role: "vocals" }, blob];
      },
    );
    const { files, unchanged } = await done;
    expect(files).toMatchObject([
      { name: "talk-vocals.wav", mime: "audio/wav", role: "vocals" },
      { name: "notes.txt", mime: "" },
    ]);
    expect(await Promise.all(files.map(({ file }) => file.text()))).toEqual(["vocals", "notes"]);
    expect(unchanged).toBeNull();
    expect(onProgress).toHaveBeenCalledWith({ done: 0.425, stage: "panel-kit:stage.working" });
  });

  it("says why nothing was changed, if that holds for all of its results", async () => {
    const nothing = {
      kind: "blob" as const,
      name: "a",
      blob: FILE,
      unchanged: "panel-kit:nothing.any",
    };
    const { unchanged: _, ...something } = nothing;
    expect((await run(async () => [nothing, nothing]).done).unchanged).toBe(nothing.unchanged);
    expect((await run(async () => [nothing, something]).done).unchanged).toBeNull();
  });

  it("ends what it has started, however it ends", async () => {
    const end = vi.fn<() => void>();
    const { done } = run(async ({ defer, result }) => {
      defer(end);
      await result("earlier");
      return [];
    });
    await expect(done).rejects.toMatchObject({ fault: { code: "file.missing" } });
    expect(end).toHaveBeenCalledTimes(1);
  });
});
