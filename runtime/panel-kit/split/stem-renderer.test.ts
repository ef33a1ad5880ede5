import { expect, it } from "vitest";
import type { Engine, SeparateOptions } from "../../audio/engine-types.ts";
import type { SeparateRequest } from "#audio/tasks/run-separation.ts";
import { type StemPreview, createStemRenderer } from "./stem-renderer.ts";

const STEMS = [
  { stem: "vocals", parts: ["vocals"] },
  { stem: "drums", parts: ["drums"] },
];
const tried = { preset: "stems", stems: STEMS, heard: "vocals", start: 0, end: 20 } as const;

/** A fake engine whose stems contain their own names. */
function fakeEngine() {
  const tasks: SeparateRequest<Blob>[] = [];
  const separate = async (task: SeparateRequest<Blob>, { sinks }: SeparateOptions) => {
    tasks.push(task);
    for (const [at, sink] of sinks.entries()) {
      const writer = sink.getWriter();
      const data = new TextEncoder().encode(task.stems[at]!.stem);
      await writer.write({ type: "write", position: 0, data });
      await writer.close();
    }
    const format = { sampleRate: 8000, channels: 2 };
    const after = task.stems.map((_, at) => ({ lufs: -20 - at, truePeak: -3, noise: -80 }));
    return { input: format, output: format, frames: [160, 160], before: after[0], after };
  };
  return { tasks, engine: { separate } as unknown as Engine };
}

it("USR-14 a song is taken apart once for all of its stems, and again when that is another task", async () => {
  const { tasks, engine } = fakeEngine();
  const make = createStemRenderer();
  const heard = async (wanted: StemPreview & { start: number; end: number }) => {
    const { signal } = new AbortController();
    const made = await make(new File([], "song.wav"), wanted, { engine, signal });
    return [await made.bytes.text(), made.after.lufs];
  };
  expect(await heard(tried)).toEqual(["vocals", -20]);
  expect(await heard({ ...tried, heard: "drums" })).toEqual(["drums", -21]);
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).toMatchObject({ part: [0, 20], preview: true, preset: "stems" });
  expect(await heard({ ...tried, start: 4, end: 24, heard: "drums" })).toEqual(["drums", -21]);
  expect(tasks).toHaveLength(2);
});
