import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AudioFetchError } from "./fetch-audio.ts";
import {
  createResourceDownload,
  downloadMessage,
  resourceAddress,
  safeFilename,
} from "./resource-download.ts";

const resources = { origin: "https://files.example", path: "/resources" };

interface Link {
  href: string;
  download: string;
  hidden: boolean;
}

function create({ fails = false }: { fails?: boolean } = {}) {
  const clicked: Link[] = [];
  const requests: string[] = [];
  const inPage = new Set<object>();
  const open = new Map<string, Blob>();
  const document = {
    createElement: (name: string) => {
      const link = {
        name,
        href: "",
        download: "",
        hidden: false,
        click() {
          if (fails) throw new Error("refused");
          if (inPage.has(link)) clicked.push({ ...link });
        },
        remove: () => inPage.delete(link),
      };
      return link;
    },
    body: { append: (link: object) => inPage.add(link) },
  };
  const download = createResourceDownload({
    document: document as unknown as Document,
    resources,
    urls: {
      createObjectURL: (blob) => {
        const address = `blob:${open.size}`;
        open.set(address, blob as Blob);
        return address;
      },
      revokeObjectURL: (address) => void open.delete(address),
    },
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    fetch: ((address: string) => {
      requests.push(address);
      return Promise.resolve(
        address.endsWith("missing.mp3")
          ? new Response("", { status: 404, statusText: "Not Found" })
          : new Response("sound", { headers: { "Content-Type": "audio/mpeg" } }),
      );
    }) as unknown as typeof fetch,
  });
  return { download, clicked, asked: requests, open, inPage };
}

/** Callbacks that record their arguments. */
function createCallbacks() {
  const events: unknown[] = [];
  return {
    told: events,
    onError: (error: unknown) => void events.push(error),
    onComplete: () => void events.push("complete"),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("CMP-4 a resource is fetched from the site's folder and saved by a hidden link with its name", async () => {
  const { download, clicked, asked: requests, open, inPage } = create();
  const { told: events, ...callbacks } = createCallbacks();
  expect(
    await download({
      source: "https://files.example/2026/a.mp3?v=2",
      filename: "song.mp3",
      ...callbacks,
    }),
  ).toBe(true);
  expect(requests).toEqual(["/resources/2026/a.mp3?v=2"]);
  expect(clicked).toMatchObject([{ name: "a", download: "song.mp3", hidden: true }]);
  expect(await open.get(clicked[0]!.href)!.text()).toBe("sound");
  expect(inPage.size).toBe(0);
  expect(events).toEqual(["complete"]);
  vi.advanceTimersByTime(39_999);
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(open.size).toBe(0);
});

it("CMP-4 a name may depend on what has come", async () => {
  const { download, clicked } = create();
  const filename = ({ type }: Blob) => `song of ${type}`;
  await download({ source: "/audio/podcasts/x", filename });
  expect(clicked).toMatchObject([{ download: "song of audio_mpeg" }]);
});

it("CMP-4 what was made here is saved without a request", async () => {
  const { download, clicked, asked: requests } = create();
  expect(await download({ source: new Blob(["x"]), filename: "a.wav" })).toBe(true);
  expect([clicked.length, requests.length]).toEqual([1, 0]);
});

it("CMP-4 ERR-4 a failure calls the error callback, and always the completion callback", async () => {
  const { download, clicked } = create();
  const { told: events, ...callbacks } = createCallbacks();
  const source = "https://files.example/missing.mp3";
  expect(await download({ source, filename: "a.mp3", ...callbacks })).toBe(false);
  expect(events).toEqual([expect.any(AudioFetchError), "complete"]);
  expect(events[0]).toMatchObject({ url: "/resources/missing.mp3", status: 404 });
  expect(downloadMessage(events[0])).toEqual({
    key: "errors:fetch",
    params: { url: "/resources/missing.mp3", status: 404, statusText: "Not Found" },
  });
  expect(downloadMessage(new Error("full"))).toEqual({ key: "errors:download" });
  expect(clicked).toEqual([]);
});

it("CMP-4 a link that cannot be clicked is taken away, and its memory given back", async () => {
  const { download, open, inPage } = create({ fails: true });
  const { told: events, ...callbacks } = createCallbacks();
  expect(await download({ source: new Blob(["x"]), filename: "a", ...callbacks })).toBe(false);
  expect(events).toEqual([expect.objectContaining({ message: "refused" }), "complete"]);
  vi.advanceTimersByTime(40_000);
  expect([open.size, inPage.size]).toEqual([0, 0]);
});

it("CMP-4 calling it off is no failure, but an end", async () => {
  const { download, clicked } = create();
  const { told: events, ...callbacks } = createCallbacks();
  const signal = AbortSignal.abort();
  expect(await download({ source: "/a.mp3", filename: "a.mp3", signal, ...callbacks })).toBe(false);
  expect(events).toEqual(["complete"]);
  expect(clicked).toEqual([]);
});

it("CMP-4 completion is reported even if the error callback throws", async () => {
  const { download } = create();
  const { told: events, onComplete } = createCallbacks();
  const onError = (): never => {
    throw new Error("callback");
  };
  await expect(
    download({ source: "/missing.mp3", filename: "a", onError, onComplete }),
  ).rejects.toThrow("callback");
  expect(events).toEqual(["complete"]);
});

it.each([
  ["https://files.example/a/b.mp3?x=1", "/resources/a/b.mp3?x=1"],
  ["http://files.example/a.mp3", "/resources/a.mp3"],
  ["https://files.example/../../a.mp3", "/resources/a.mp3"],
  ["https://files.example:8443/a.mp3", "https://files.example:8443/a.mp3"],
  ["https://files.example.evil.example/a.mp3", "https://files.example.evil.example/a.mp3"],
  ["https://user@other.example/files.example", "https://user@other.example/files.example"],
  ["/already/here.mp3", "/already/here.mp3"],
  ["blob:https://files.example/1", "blob:https://files.example/1"],
])("CMP-4 %s is had from %s", (address, expected) => {
  expect(resourceAddress(address, resources)).toBe(expected);
  expect(resourceAddress(address, { ...resources, origin: "" })).toBe(address);
});

it.each([
  ["Lied – Übung 1.mp3", "Lied – Übung 1.mp3"],
  ["录音.wav", "录音.wav"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ['a<b>:"c"|d?.wav', "a_b___c__d_.wav"],
  ["x\u202egpj.exe", "xgpj.exe"],
  [" .hidden. ", "hidden"],
  ["\n", "download"],
])("CMP-4 the name %j is saved as %j", (name, expected) => {
  expect(safeFilename(name)).toBe(expected);
});

it("CMP-4 any name becomes one that a system takes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const safe = safeFilename(name);
      expect(safe).toMatch(/^[^\\/:*?"<>|\p{Cc}]+$/u);
      expect(safe.isWellFormed()).toBe(true);
      expect(safeFilename(safe)).toBe(safe);
    }),
  );
});
