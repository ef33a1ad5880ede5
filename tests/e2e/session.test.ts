import path from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sampleOf } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import type { Harness } from "./session-harness.ts";

declare global {
  interface Window {
    readonly harness: Harness;
  }
}

useBrowser();

const ROOT = path.resolve(import.meta.dirname, "../..");
const scripts = new Map<string, string>();
beforeAll(async () => {
  const entries = {
    "/session/page.js": "tests/e2e/session-harness.ts",
    "/session/session/bytes/opfs-worker.ts": "runtime/workspace/session/bytes/opfs-worker.ts",
  };
  for (const [address, file] of Object.entries(entries)) {
    const { outputFiles } = await build({
      entryPoints: [path.join(ROOT, file)],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
    });
    scripts.set(address, outputFiles[0]!.text);
  }
});

/** A small page with the session of the workspace, at an address of the site. */
async function serve(context: BrowserContext): Promise<void> {
  await context.route("**/session/**", (route) => {
    const script = scripts.get(new URL(route.request().url()).pathname);
    return script === undefined
      ? route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><title>Session</title><button>Click</button><script type="module" src="/session/page.js"></script>`,
        })
      : route.fulfill({ contentType: "text/javascript", body: script });
  });
}
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${inject("url")}/session/`);
  await page.evaluate(() => window.harness.ready);
  return page;
}
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(() => window.harness.ready);
}
const files = (page: Page) => page.evaluate(() => window.harness.files.getState().files);
const jobs = (page: Page) => page.evaluate(() => window.harness.jobs.getState().jobs);
const reported = (page: Page) => page.evaluate(() => window.harness.reported);
const waitFor = (page: Page, work: () => boolean): Promise<unknown> => page.waitForFunction(work);
const allReady = (page: Page) =>
  waitFor(page, () =>
    window.harness.files
      .getState()
      .files.every(({ state, duration }) => state === "ready" && duration !== null),
  );
/** Works in a browser of its own; fails when a page reports anything wrong. */
const withTabs = (work: (context: BrowserContext) => Promise<void>, script?: () => void) =>
  withPage({}, async (page) => {
    const context = page.context();
    // Pages that are not of the site lack what is to be taken away.
    if (script) await context.addInitScript(`if (isSecureContext) (${String(script)})()`);
    const heard: string[][] = [];
    context.on("page", (opened) => heard.push(watch(opened)));
    await serve(context);
    await work(context);
    // Stops the browser's player from reading further.
    expect(heard.flat().filter((text) => !/^blob:.*ERR_ABORTED$/.test(text))).toEqual([]);
  });
const addTone = (page: Page, name: string, seconds = 1): Promise<string> =>
  page.evaluate(
    ([file, length]) =>
      window.harness.files.add([window.harness.toneFile(file, length)], "picked")[0]!,
    [name, seconds] as const,
  );
const hashOf = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (file) => window.harness.hashOf(await window.harness.files.open(file)), id);

/** What the first job has made of its file: a copy with a mark over its first four bytes. */
const contentOf = (page: Page) =>
  page.evaluate(async () => {
    const { jobs: queue, files: tray, hashOf: hash } = window.harness;
    const [job] = queue.getState().jobs;
    const result = await queue.openResult(job!.results[0]!);
    const input = await tray.open(job!.fileIds[0]!);
    const digest = await hash(result.slice(4));
    return {
      start: await result.slice(0, 4).text(),
      same: digest === (await hash(input.slice(4))),
      digest,
    };
  });

/** Ways in which a browser can keep files. */
const WAYS: readonly [name: string, kind: string, script?: () => void][] = [
  ["in its file system", "opfs"],
  [
    "in its file system through a worker, as Safari before 26",
    "opfs",
    () => Reflect.deleteProperty(FileSystemFileHandle.prototype, "createWritable"),
  ],
  [
    "in its database",
    "indexeddb",
    () => Reflect.deleteProperty(StorageManager.prototype, "getDirectory"),
  ],
  [
    "in its database without blobs, as private windows of Safari",
    "indexeddb",
    () => {
      Reflect.deleteProperty(StorageManager.prototype, "getDirectory");
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, key) {
        if (value instanceof Blob) throw new DOMException("No blobs", "DataCloneError");
        return put.call(this, value, key);
      };
    },
  ],
];

describe.each(sampleOf(3, WAYS))("WSP-5 a browser that keeps files %s", (_name, kind, script) => {
  it("has files, selection and results after a reload, byte for byte", async () => {
    await withTabs(async (context) => {
      const page = await openTab(context);
      const first = await addTone(page, "first.wav", 2.5);
      const second = await addTone(page, "second.wav", 200);
      await allReady(page);
      const hashes = [await hashOf(page, first), await hashOf(page, second)];
      await page.evaluate(
        ([file, other]) => {
          const { files: tray, jobs: queue, spec } = window.harness;
          tray.rename(file, "renamed");
          tray.move(other, 0);
          tray.select([other]);
          queue.enqueue(spec("copy", [other]));
        },
        [first, second] as const,
      );
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.state === "done");
      // A record is written a moment after it is shown.
      await page.waitForFunction(() => window.harness.keptJobs().then(([job]) => job === "done"));
      await reload(page);
      expect(await page.evaluate(() => window.harness.files.getState())).toMatchObject({
        selected: [second],
        storage: { kind, full: false },
        files: [
          { id: second, name: "second.wav", state: "ready", duration: 200, kind: "audio" },
          { id: first, name: "renamed.wav", state: "ready", duration: 2.5 },
        ],
      });
      expect([await hashOf(page, first), await hashOf(page, second)]).toEqual(hashes);
      const [job] = await jobs(page);
      expect(job).toMatchObject({
        state: "done",
        params: { strength: 3 },
        results: [{ name: "copy of second.wav", size: 44 + 2 * 8000 * 200, state: "ready" }],
      });
      expect(await contentOf(page)).toMatchObject({ start: "MARK", same: true });
      expect(await reported(page)).toEqual([]);
    }, script);
  });
});

describe("WSP-5 the session in a browser", () => {
  it("one that keeps nothing works in memory, and says so", async () => {
    await withTabs(
      async (context) => {
        const page = await openTab(context);
        const id = await addTone(page, "a.wav");
        await waitFor(page, () => window.harness.files.getState().files[0]!.state === "unsaved");
        expect(await page.evaluate(() => window.harness.files.getState().storage.kind)).toBe(
          "memory",
        );
        expect(await hashOf(page, id)).toHaveLength(64);
        expect(await page.evaluate(() => window.harness.events.map(({ kind }) => kind))).toContain(
          "storageBlocked",
        );
      },
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("Refused", "SecurityError");
        };
      },
    );
  });

  it("without room a file stays usable, and is saved when there is room again", async () => {
    await withTabs(async (context) => {
      const page = await openTab(context);
      const devtools = await context.newCDPSession(page);
      const origin = inject("url");
      await addTone(page, "small.wav");
      await allReady(page);
      await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
      const id = await addTone(page, "large.wav", 200);
      const hash = await hashOf(page, id);
      await waitFor(page, () => window.harness.files.getState().files[1]!.state === "unsaved");
      expect(await hashOf(page, id)).toBe(hash);
      expect(await page.evaluate(() => window.harness.files.getState().storage.full)).toBe(true);
      await page.evaluate(
        (file) => window.harness.jobs.enqueue(window.harness.spec("copy", [file])),
        id,
      );
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.state === "done");
      expect((await jobs(page))[0]!.results[0]).toMatchObject({
        state: "unsaved",
        size: 3_200_044,
      });
      expect(await page.evaluate(() => window.harness.busy())).toBe(true);
      const copied = await contentOf(page);
      expect(copied).toMatchObject({ start: "MARK", same: true });
      await devtools.send("Storage.overrideQuotaForOrigin", { origin });
      await page.evaluate(() => window.harness.files.saveAgain());
      await reload(page);
      expect((await files(page)).map(({ state }) => state)).toEqual(["ready", "ready"]);
      expect((await jobs(page))[0]!.results[0]).toMatchObject({ state: "ready" });
      expect(await contentOf(page)).toEqual(copied);
      expect(await hashOf(page, id)).toBe(hash);
    });
  });

  it("a job that a reload interrupts gives its credits back, and can be tried again", async () => {
    await withTabs(async (context) => {
      const page = await openTab(context);
      const id = await addTone(page, "a.wav");
      await allReady(page);
      await page.evaluate(
        (file) => window.harness.jobs.enqueue(window.harness.spec("hold", [file], 2)),
        id,
      );
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.progress === 0.25);
      expect(await page.evaluate(() => window.harness.ledger)).toEqual(["reserve a-tool 64 1"]);
      await reload(page);
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.state === "interrupted");
      await waitFor(page, () => window.harness.ledger.includes("refund"));
      await page.evaluate(() => {
        const { jobs: queue } = window.harness;
        queue.retry(queue.getState().jobs[0]!.id);
      });
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.progress === 0.25);
      await page.evaluate(() => window.harness.release());
      await waitFor(page, () => window.harness.ledger.includes("settle"));
      expect((await jobs(page))[0]).toMatchObject({ state: "done", attempt: 2 });
    });
  });

  it("two tabs share files; a job belongs to one, and is the other's when that one goes", async () => {
    await withTabs(async (context) => {
      const one = await openTab(context);
      const two = await openTab(context);
      const id = await addTone(one, "a.wav");
      await two.waitForFunction(() => window.harness.files.getState().files[0]?.state === "ready");
      expect(await hashOf(two, id)).toBe(await hashOf(one, id));
      await one.evaluate(
        (file) => window.harness.jobs.enqueue(window.harness.spec("hold", [file])),
        id,
      );
      await waitFor(two, () => window.harness.jobs.getState().jobs[0]?.state === "running");
      expect((await jobs(two))[0]!.own).toBe(false);
      expect(await two.evaluate(() => window.harness.busy())).toBe(false);
      await two.evaluate(() => {
        const { jobs: queue } = window.harness;
        queue.cancel(queue.getState().jobs[0]!.id);
      });
      await waitFor(one, () => window.harness.jobs.getState().jobs[0]?.state === "cancelled");
      await one.evaluate(() => {
        const { jobs: queue } = window.harness;
        queue.retry(queue.getState().jobs[0]!.id);
      });
      await waitFor(two, () => window.harness.jobs.getState().jobs[0]?.state === "running");
      await one.close();
      await waitFor(two, () => window.harness.jobs.getState().jobs[0]?.state === "interrupted");
      expect((await files(two))[0]).toMatchObject({ id, state: "ready" });
      expect(await reported(two)).toEqual([]);
    });
  });

  it("leftovers of a closed tab are deleted by the next one, and named projects stay", async () => {
    await withTabs(async (context) => {
      const one = await openTab(context);
      const id = await addTone(one, "a.wav");
      await allReady(one);
      await one.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle("toolkit-workspace");
        const own = window.harness.files.getState().files[0]!.id.split(".")[0]!;
        for (const name of [`${own}.99`, "crashed.1"])
          await folder.getFileHandle(name, { create: true });
      });
      const two = await openTab(context);
      const names = await two.evaluate(() => window.harness.onDevice());
      expect(names.toSorted()).toEqual([id, `${id.split(".")[0]}.99`].toSorted());
      await one.close();
      const three = await openTab(context);
      expect(await three.evaluate(() => window.harness.onDevice())).toEqual([id]);
    });
  });

  it("asks before the document is left only while something would be lost", async () => {
    await withTabs(async (context) => {
      const page = await openTab(context);
      const requests: string[] = [];
      page.on("dialog", (dialog) => {
        requests.push(dialog.type());
        void dialog.accept();
      });
      await page.click("button");
      const id = await addTone(page, "a.wav");
      await allReady(page);
      await reload(page);
      expect(requests).toEqual([]);
      await page.click("button");
      await page.evaluate(
        (file) => window.harness.jobs.enqueue(window.harness.spec("hold", [file])),
        id,
      );
      await waitFor(page, () => window.harness.jobs.getState().jobs[0]?.state === "running");
      await reload(page);
      expect(requests).toEqual(["beforeunload"]);
    });
  });
});

describe("WSP-5 recording in a browser", () => {
  /** A microphone that hears a tone. */
  const tone = (): void => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const out = context.createMediaStreamDestination();
      const oscillator = context.createOscillator();
      oscillator.connect(out);
      oscillator.start();
      await context.resume();
      return out.stream;
    };
  };

  it("joins the tray with its length; a tab that crashes loses a second at most", async () => {
    await withTabs(async (context) => {
      const page = await openTab(context);
      await page.click("button");
      await page.evaluate(() => window.harness.recorder.start());
      await waitFor(page, () => window.harness.recorder.getState().seconds > 2.2);
      expect(await page.evaluate(() => window.harness.recorder.getState())).toMatchObject({
        state: "recording",
        fault: null,
      });
      await waitFor(page, () => window.harness.recorder.getState().level > 0.5);
      const id = await page.evaluate(() => window.harness.recorder.stop());
      await allReady(page);
      const [file] = await files(page);
      expect(file).toMatchObject({ id, kind: "audio", origin: "recorded", problem: null });
      expect(file!.name).toMatch(/^Recording\.(webm|m4a)$/);
      expect(file!.duration).toBeGreaterThan(1.5);

      await page.evaluate(() => window.harness.recorder.start());
      await waitFor(page, () => window.harness.recorder.getState().seconds > 3.5);
      await page.close();
      const next = await openTab(context);
      await next.waitForFunction(() => window.harness.files.getState().files.length === 2);
      await allReady(next);
      const found = (await files(next)).find((one) => one.id !== id)!;
      expect(found).toMatchObject({ origin: "recorded", problem: null });
      expect(found.duration).toBeGreaterThan(1.5);
      expect(await next.evaluate(() => window.harness.events)).toContainEqual({
        kind: "recordingsFound",
        count: 1,
      });
      await reload(next);
      expect(await files(next)).toHaveLength(2);
    }, tone);
  });

  it("without a microphone it says so", async () => {
    await withTabs(
      async (context) => {
        const page = await openTab(context);
        await page.evaluate(() => window.harness.recorder.start());
        expect(await page.evaluate(() => window.harness.recorder.getState())).toMatchObject({
          state: "failed",
          fault: { code: "recorder.none" },
        });
      },
      () => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException("None", "NotFoundError"));
      },
    );
  });
});
