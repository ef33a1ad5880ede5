import { describe, expect, it } from "vitest";
import { TestClock } from "#tests/test-clock.ts";
import { createSharedFiles, isFilesRequest } from "./shared-files.ts";

const ORIGIN = "https://s.example";
type Entries = readonly (readonly [name: string, value: File | string])[];
const song = new File(["song"], "song.mp3", { type: "audio/mpeg" });

function setup() {
  const clock = new TestClock();
  const shared = createSharedFiles(ORIGIN, clock.setTimeout);
  const alive: boolean[] = [];
  const share = async (path: string, entries: Entries | null) => {
    const at = alive.push(true) - 1;
    const response = await shared.receive(
      {
        url: ORIGIN + path,
        formData: async () => {
          if (entries === null) throw new TypeError("not a form");
          const form = new FormData();
          for (const [name, value] of entries) form.append(name, value);
          return form;
        },
      },
      (work) => void work.then(() => (alive[at] = false)),
    );
    return response.headers.get("location");
  };
  const given = (id: string | null): readonly string[] => {
    const names: string[] = [];
    shared.give(id?.split("=")[1] ?? "", {
      postMessage: (files: readonly File[]) => void names.push(...files.map(({ name }) => name)),
    });
    return names;
  };
  return { clock, shared, share, given, alive };
}

describe("files that another application shares", () => {
  it("PWA are passed to the page that follows, once, and keep the worker until then", async () => {
    const { share, given, alive, clock } = setup();
    const entries: Entries = [
      ["files", song],
      ["files", new File(["x"], "b.wav")],
    ];
    const page = await share("/de?shared", entries);
    expect(page).toBe(`${ORIGIN}/de?shared=1`);
    await clock.advance(0);
    expect(alive).toEqual([true]);
    expect(given(page)).toEqual(["song.mp3", "b.wav"]);
    await clock.advance(0);
    expect(alive).toEqual([false]);
    expect(given(page)).toEqual([]);
  });

  it("PWA are dropped after a minute, and passed to the page of their own share", async () => {
    const { share, given, alive, clock } = setup();
    const lost = await share("/?shared", [["files", song]]);
    await clock.advance(40_000);
    const later = await share("/?shared", [["files", new File(["x"], "later.wav")]]);
    const last = await share("/?shared", [["files", new File(["x"], "last.wav")]]);
    await clock.advance(40_000);
    expect(alive).toEqual([false, true, true]);
    expect([last, later, lost].map(given)).toEqual([["last.wav"], ["later.wav"], []]);
    await clock.advance(0);
    expect(alive).toEqual([false, false, false]);
  });

  it("PWA what is no form or carries no file leads to the page, which receives nothing", async () => {
    const { share, given } = setup();
    for (const value of [null, "text", new File([], "")]) {
      const page = await share("/?shared", value === null ? null : [["files", value]]);
      expect(page).toMatch(/^https:\/\/s\.example\/\?shared=\d$/);
      expect(given(page)).toEqual([]);
    }
  });

  it("PWA a link without a file leads to the tool that loads it, and never to another site", async () => {
    const { share } = setup();
    const link: Entries = [["link", "https://e.example/a?b=c&d"]];
    expect(await share("/?shared&links=/audio-downloader", link)).toBe(
      `${ORIGIN}/audio-downloader?link=https%3A%2F%2Fe.example%2Fa%3Fb%3Dc%26d`,
    );
    expect(await share("/?shared&links=/d", [["shared", "See https://e.example"]])).toBe(
      `${ORIGIN}/d?shared=See+https%3A%2F%2Fe.example`,
    );
    for (const links of [
      "https://e.example",
      "//e.example",
      "//134744072",
      "//evil",
      "///evil",
      "/\\evil",
      "javascript:1",
      "/\t/evil",
      "",
      "/d?x",
      "/d#x",
    ]) {
      const location = await share(`/?shared&links=${encodeURIComponent(links)}`, link);
      expect([links, new URL(location!).origin]).toEqual([links, ORIGIN]);
    }
  });

  it("PWA only forms that are sent to this parameter of the site by a navigation are taken", () => {
    const { shared } = setup();
    const request = { method: "POST", mode: "navigate" as const, url: `${ORIGIN}/?shared` };
    expect(shared.isShare(request)).toBe(true);
    for (const other of [
      { method: "GET" },
      { mode: "cors" as const },
      { url: `${ORIGIN}/` },
      { url: "https://e.example/?shared" },
    ])
      expect(shared.isShare({ ...request, ...other })).toBe(false);
    expect(
      ["shared", null, {}, { type: "keep", id: "1" }, { type: "shared" }].map(isFilesRequest),
    ).not.toContain(true);
    expect(isFilesRequest({ type: "shared", id: "1" })).toBe(true);
  });
});
