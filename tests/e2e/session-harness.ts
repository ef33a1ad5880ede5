import { createWorkspaceParts } from "../../runtime/workspace/workspace-parts.ts";
import { safeStorage } from "../../runtime/services/storage.ts";
import type { JobRunner } from "../../runtime/workspace/contract/job-runner.ts";
import type { JobSpec } from "../../runtime/workspace/contract/job.ts";
import type { WorkspaceEvent } from "../../runtime/workspace/contract/event.ts";

const events: WorkspaceEvent[] = [];
const reported: string[] = [];
const ledger: string[] = [];
let release = (): void => {};

const RUNNERS: Readonly<Record<string, JobRunner>> = {
  /** Copies its files, and marks the beginning of the copy afterwards. */
  copy: async ({ files, onProgress, sink, signal }) => {
    const [file] = files;
    const result = await sink(`copy of ${file!.name}`, file!.type);
    let done = 0;
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        onProgress({ done: (done += bytes.length) / file!.size });
        controller.enqueue(bytes);
      },
    });
    await file!.stream().pipeThrough(count).pipeTo(result, { signal, preventClose: true });
    const writer = result.getWriter();
    await writer.write({ type: "write", position: 0, data: new TextEncoder().encode("MARK") });
    await writer.close();
    return [await result.finish()];
  },
  /** Works until it is let go, and does not listen to its signal. */
  hold: ({ onProgress }) =>
    new Promise((resolve) => {
      onProgress({ done: 0.25 });
      release = () => resolve([{ kind: "blob", name: "held.txt", blob: new Blob(["held"]) }]);
    }),
};

const parts = createWorkspaceParts(window, {
  storage: safeStorage(() => window.localStorage),
  ledger: {
    async reserve({ tool, inputHash }, key) {
      ledger.push(`reserve ${tool} ${inputHash?.length ?? 0} ${key.split(":")[1]}`);
      return { usageId: `use-${key}`, cost: 1 };
    },
    settle: async () => void ledger.push("settle"),
    refund: async () => void ledger.push("refund"),
  },
  loadRunner: async (panel) => RUNNERS[panel]!,
  nameRecording: () => "Recording",
  onEvent: (event) => events.push(event),
  report: (error) => reported.push(String(error)),
});

/** A tone as a WAV file: 8000 samples a second, 16 bit, mono. */
function toneFile(name: string, seconds: number): File {
  const samples = Math.round(8000 * seconds);
  const view = new DataView(new ArrayBuffer(44 + 2 * samples));
  const text = (at: number, letters: string): unknown =>
    Array.from(letters, (letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + 2 * samples, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * samples, true);
  for (let at = 0; at < samples; at++)
    view.setInt16(44 + 2 * at, 9000 * Math.sin((2 * Math.PI * 440 * at) / 8000), true);
  return new File([view.buffer], name, { type: "audio/wav" });
}

const spec = (panel: string, fileIds: readonly string[], cost = 0): JobSpec => ({
  panel,
  preset: "any",
  tool: "a-tool",
  title: "title",
  fileIds,
  params: { strength: 3 },
  cost,
});

const hashOf = async (blob: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** What the tests reach in the page. */
const harness = {
  ...parts,
  events,
  reported,
  ledger,
  ready: parts.restore(),
  toneFile,
  spec,
  hashOf,
  release: () => release(),
  /** States of the jobs as the browser's database has them. */
  keptJobs: () =>
    new Promise<string[]>((resolve, reject) => {
      const opened = indexedDB.open("toolkit-workspace");
      opened.onerror = () => reject(opened.error);
      opened.onsuccess = () => {
        const database = opened.result;
        const read = database.transaction("jobs").objectStore("jobs").getAll();
        read.onsuccess = () => {
          database.close();
          resolve((read.result as { state: string }[]).map(({ state }) => state));
        };
      };
    }),
  onDevice: async (): Promise<string[]> => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("toolkit-workspace", { create: true });
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      names.push(name);
    return names;
  },
};
export type Harness = typeof harness;
Object.assign(window, { harness });
