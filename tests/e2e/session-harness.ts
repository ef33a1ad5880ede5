import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { createWorkspaceParts } from "#runtime/workspace/workspace-parts.ts";
import { safeStorage } from "#runtime/services/storage.ts";
import type { JobRunner } from "#runtime/contract/job-runner.ts";
import type { JobSpec } from "#runtime/contract/job.ts";
import type { WorkspaceEvent } from "#runtime/contract/event.ts";

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
  tabStorage: safeStorage(() => window.sessionStorage),
  account: () => null,
  onAccount: () => {},
  ledger: {
    async reserve({ tool, inputHash }, key) {
      ledger.push(`reserve ${tool} ${inputHash?.length ?? 0} ${key.split(":")[1]}`);
      return { usageId: `use-${key}`, cost: 1 };
    },
    settle: async () => void ledger.push("settle"),
    async refund() {
      ledger.push("refund");
      return 0;
    },
  },
  links: {} as never,
  hosted: {} as never,
  deliverModel: async () => {},
  openEngine: async () => ({}) as never,
  openServerEngine: async () => ({}) as never,
  loadRunner: async (panel) => RUNNERS[panel]!,
  nameRecording: () => "Recording",
  onEvent: (event) => events.push(event),
  report: (error) => reported.push(String(error)),
});

/** A tone as a WAV file: 8000 samples a second. */
function toneFile(name: string, seconds: number): File {
  const tone = Float32Array.from(
    { length: Math.round(8000 * seconds) },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * 440 * at) / 8000),
  );
  const bytes = wavBytes([tone], { sampleRate: 8000, codec: "pcm-s16" });
  return new File([bytes], name, { type: "audio/wav" });
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
