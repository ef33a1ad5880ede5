import { describe, expect, it } from "vitest";
import type { Probed } from "./probe/probe.ts";
import {
  type FakeBrowser,
  createFakeBrowser,
  createFakeStore,
  createTabStorage,
  settle,
} from "../session/test-session.ts";
import { tidy } from "../session/tidy.ts";
import type { KeyValue } from "../../services/storage.ts";
import { sanitizeName, withEnding } from "../session/file-names.ts";
import { createFilesStore } from "./files.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";
import { UNDO_MS } from "../../contract/file.ts";

const SOUND: Probed = { kind: "audio", duration: 2, problem: null };
const fileOf = (name: string, size = 10): File =>
  new File([new Uint8Array(size).fill(name.length)], name, { type: "audio/wav" });

interface TabOptions {
  readonly probe?: (file: File) => Promise<Probed>;
  /** That of the tab before a reload. */
  readonly tabStorage?: KeyValue;
}

function open(
  browser: FakeBrowser,
  tab: string,
  { probe = async () => SOUND, tabStorage = createTabStorage() }: TabOptions = {},
) {
  const events: WorkspaceEvent[] = [];
  const inUse = new Set<string>();
  const session = browser.open(tab);
  const files = createFilesStore({
    session,
    tabStorage,
    probe,
    now: browser.timers.now,
    setTimer: browser.timers.setTimer,
    inUse: () => inUse,
    saveResults: async () => {},
    onEvent: (event) => events.push(event),
    report: (error) => browser.reported.push(error),
  });
  const names = (): string[] => files.getState().files.map(({ name }) => name);
  const state = (id: string) => files.getState().files.find((file) => file.id === id)?.state;
  return { files, events, inUse, session, names, state, tabStorage };
}
const restored = async (browser: FakeBrowser, tab: string, options: TabOptions = {}) => {
  const opened = open(browser, tab, options);
  await tidy(opened.session, () => null);
  await opened.files.restore();
  await settle();
  return opened;
};

describe("the tray", () => {
  it("WSP-5 a file tells while its length is being read, also where it has none", async () => {
    const ends: ((found: Probed) => void)[] = [];
    const probe = () => new Promise<Probed>((resolve) => ends.push(resolve));
    const { files } = await restored(createFakeBrowser(), "one", { probe });
    const probed = () => files.getState().files.map(({ isProbed }) => isProbed);
    files.add(
      [new File(["a"], "a.wav"), new File(["b"], "b.wav"), new File(["c"], "c.wav")],
      "picked",
    );
    await settle();
    expect([probed(), ends.length]).toEqual([[false, false, false], 2]);
    ends[0]!({ kind: "audio", duration: null, problem: null });
    await settle();
    expect(probed()).toEqual([undefined, false, false]);
  });
  it("WSP-5 a file that is opened again is selected, and not added a second time", async () => {
    const browser = createFakeBrowser();
    const at = (name: string, lastModified: number, size = 10): File =>
      new File([new Uint8Array(size)], name, { type: "audio/wav", lastModified });
    const first = await restored(browser, "one");
    const [song, other] = first.files.add([at("song.wav", 1), at("other.wav", 1)], "picked");
    expect(first.files.add([at("song.wav", 1)], "dropped")).toEqual([song]);
    expect(first.files.getState().selected).toEqual([song]);
    expect(first.files.getState().added).toEqual([song]);
    expect(first.events).toEqual([{ kind: "filesAdded", count: 2 }]);
    first.files.clearAdded();
    expect(first.files.getState()).toMatchObject({ added: [], selected: [song] });
    expect(first.names()).toEqual(["song.wav", "other.wav"]);
    // Another version, another length, and recorded or pasted files are different files.
    for (const [file, origin] of [
      [at("song.wav", 2), "picked"],
      [at("song.wav", 1, 11), "picked"],
      [at("song.wav", 1), "recorded"],
      [at("song.wav", 1), "pasted"],
    ] as const)
      first.files.add([file], origin);
    expect(first.names()).toHaveLength(6);
    await settle();
    // The same after a reload and after renaming, but not after removal.
    first.files.rename(other!, "Renamed");
    await settle();
    const again = await restored(browser, "two");
    // Files of another tab or an earlier visit do not count as added here.
    expect(again.files.getState().added).toEqual([]);
    expect(again.files.add([at("other.wav", 1)], "picked")).toEqual([other]);
    again.files.remove([other!]);
    expect(again.files.add([at("other.wav", 1)], "picked")).not.toEqual([other]);
  });

  it("WSP-5 a file can be used at once, and is there after a reload with name, length and place", async () => {
    const browser = createFakeBrowser();
    const first = await restored(browser, "one");
    const [a, b] = first.files.add([fileOf("a.wav"), fileOf("b.wav")], "dropped") as [
      string,
      string,
    ];
    expect(first.files.getState().selected).toEqual([a, b]);
    expect(first.state(a)).toBe("saving");
    expect(first.files.busy()).toBe(true);
    expect(await (await first.files.open(a)).text()).toHaveLength(10);
    await settle();
    expect(first.state(a)).toBe("ready");
    expect(first.files.busy()).toBe(false);
    first.files.rename(a, "  Song ");
    first.files.move(b, 0);
    first.files.select([b]);
    await settle();
    browser.close("one");

    const second = await restored(browser, "two");
    expect(second.files.getState()).toMatchObject({
      restored: true,
      selected: [b],
      files: [
        { id: b, name: "b.wav", duration: 2, state: "ready", origin: "dropped" },
        { id: a, name: "Song.wav", kind: "audio", state: "ready", size: 10 },
      ],
      storage: { kind: "opfs", used: 20, full: false },
    });
    const file = await second.files.open(a);
    expect([file.name, file.type, file.size]).toEqual(["Song.wav", "audio/wav", 10]);
    expect(browser.reported).toEqual([]);
  });

  it("WSP-5 what was removed can be brought back for a while, and is deleted then", async () => {
    const browser = createFakeBrowser();
    const { files, names } = await restored(browser, "one");
    const [a, b] = files.add([fileOf("a.wav"), fileOf("b.wav")], "picked") as [string, string];
    await settle();
    const undo = files.remove([a]);
    expect(names()).toEqual(["b.wav"]);
    expect(files.getState().selected).toEqual([b]);
    undo();
    undo();
    expect(names()).toEqual(["a.wav", "b.wav"]);
    expect(files.getState().selected).toEqual([a, b]);
    const late = files.clear();
    expect(names()).toEqual([]);
    browser.timers.pass(UNDO_MS);
    await settle();
    late();
    expect(names()).toEqual([]);
    expect(await browser.store.keys()).toEqual([]);
    expect(await browser.database.files.all()).toEqual([]);
    expect(browser.reported).toEqual([]);
  });

  it("WSP-5 a file that a job reads is deleted after the job", async () => {
    const browser = createFakeBrowser();
    const { files, inUse } = await restored(browser, "one");
    const [a] = files.add([fileOf("a.wav")], "picked") as [string];
    await settle();
    inUse.add(a);
    files.remove([a]);
    browser.timers.pass(UNDO_MS);
    await settle();
    expect(await (await files.open(a)).text()).toHaveLength(10);
    inUse.clear();
    browser.timers.pass(UNDO_MS);
    await settle();
    await expect(files.open(a)).rejects.toMatchObject({ fault: { code: "file.missing" } });
    expect(await browser.store.keys()).toEqual([]);
  });

  it("TLS-4 without room a file stays usable, it is said once, and it is saved when there is room", async () => {
    const browser = createFakeBrowser({ store: createFakeStore({ quota: 15 }) });
    const { files, state, events } = await restored(browser, "one");
    const [a, b] = files.add([fileOf("a.wav"), fileOf("b.wav")], "picked") as [string, string];
    await settle();
    expect([state(a), state(b)]).toEqual(["ready", "unsaved"]);
    expect(events.filter(({ kind }) => kind === "storageFull")).toHaveLength(1);
    expect(files.getState().storage.full).toBe(true);
    expect(files.busy()).toBe(true);
    expect(await (await files.open(b)).text()).toHaveLength(10);
    files.remove([a]);
    browser.timers.pass(UNDO_MS);
    await settle();
    expect(state(b)).toBe("ready");
    expect(files.getState().storage).toMatchObject({ full: false, used: 10 });
    expect(files.busy()).toBe(false);
  });

  it("WSP-5 where the browser keeps nothing it works all the same, and says so once", async () => {
    const browser = createFakeBrowser({ blocked: true });
    const { files, state, events } = await restored(browser, "one");
    const [a] = files.add([fileOf("a.wav")], "picked") as [string];
    await settle();
    files.add([fileOf("b.wav")], "picked");
    await settle();
    expect(state(a)).toBe("unsaved");
    expect(files.getState().storage.kind).toBe("memory");
    expect(events.filter(({ kind }) => kind === "storageBlocked")).toHaveLength(1);
    expect(await (await files.open(a)).text()).toHaveLength(10);
  });

  it("WSP-5 what was in memory only is named as missing after a reload", async () => {
    const browser = createFakeBrowser({ store: createFakeStore({ quota: 5 }) });
    const first = await restored(browser, "one");
    first.files.add([fileOf("a.wav")], "picked");
    await settle();
    browser.close("one");
    const { files } = await restored(browser, "two");
    await settle();
    const [file] = files.getState().files;
    expect(file).toMatchObject({ name: "a.wav", state: "missing" });
    await expect(files.open(file!.id)).rejects.toMatchObject({ fault: { code: "file.missing" } });
    expect(files.busy()).toBe(false);
  });

  it("WSP-5 a file that the browser has deleted is named as missing, not lost from the list", async () => {
    const browser = createFakeBrowser();
    const { files, state } = await restored(browser, "one");
    const [a] = files.add([fileOf("a.wav")], "picked") as [string];
    await settle();
    await browser.store.delete(a);
    await expect(files.open(a)).rejects.toMatchObject({ fault: { code: "file.missing" } });
    await settle();
    expect(state(a)).toBe("missing");
    const other = await restored(browser, "two");
    expect(other.state(a)).toBe("missing");
  });

  it("TLS-4 a file that cannot be read says why", async () => {
    const browser = createFakeBrowser();
    const { files } = await restored(browser, "one");
    const folder = fileOf("folder");
    const fail = () => Promise.reject(new DOMException("A folder", "NotReadableError"));
    folder.slice = () => Object.assign(new Blob(["x"]), { arrayBuffer: fail, slice: folder.slice });
    files.add([folder], "dropped");
    await settle();
    expect(files.getState().files[0]).toMatchObject({
      state: "missing",
      problem: { code: "file.unreadable" },
    });
  });

  it("TLS-4 what is wrong with a file stays known", async () => {
    const browser = createFakeBrowser();
    const problem = { code: "file.protected", params: {} };
    const first = open(browser, "one", {
      probe: async () => ({ kind: "audio", duration: null, problem }),
    });
    await first.files.restore();
    first.files.add([fileOf("a.m4p")], "picked");
    await settle();
    const second = await restored(browser, "two");
    expect(second.files.getState().files[0]).toMatchObject({ problem, duration: null });
  });
});

describe("two tabs", () => {
  it("WSP-5 each have their own selection, after a reload as well; a new one starts with the last", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const [a, b] = one.files.add([fileOf("a.wav"), fileOf("b.wav")], "picked") as [string, string];
    one.files.select([a]);
    await settle();
    const two = await restored(browser, "two");
    expect(two.files.getState().selected).toEqual([a]);
    two.files.select([b]);
    await settle();
    expect(one.files.getState().selected).toEqual([a]);
    const reload = await restored(browser, "one again", { tabStorage: one.tabStorage });
    expect(reload.files.getState().selected).toEqual([a]);
    reload.files.select([]);
    await settle();
    const empty = await restored(browser, "one, once more", { tabStorage: one.tabStorage });
    expect(empty.files.getState().selected).toEqual([]);
    // Whatever stands there.
    for (const text of ["", "{", "7", '[1, "nothing"]']) {
      one.tabStorage.set("toolkit_selection", text);
      const odd = await restored(browser, `with ${text}`, { tabStorage: one.tabStorage });
      expect(odd.files.getState().selected).toEqual([]);
    }
    expect(browser.reported).toEqual([]);
  });

  it("WSP-5 see the same files, whichever adds, names, moves or removes them", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const two = await restored(browser, "two");
    const [a] = one.files.add([fileOf("a.wav")], "picked") as [string];
    const [b] = two.files.add([fileOf("b.wav")], "picked") as [string];
    await settle();
    expect(two.names().toSorted()).toEqual(["a.wav", "b.wav"]);
    expect(one.names()).toEqual(two.names());
    expect(one.files.getState().selected).toEqual([a]);
    one.files.rename(b, "song");
    two.files.move(a, 1);
    await settle();
    expect(one.names()).toEqual(two.names());
    expect(one.names()).toContain("song.wav");
    expect(await (await two.files.open(a)).text()).toHaveLength(10);
    two.files.remove([a]);
    await settle();
    expect(one.names()).toEqual(["song.wav"]);
    browser.timers.pass(UNDO_MS);
    await settle();
    expect(await browser.store.keys()).toEqual([b]);
    expect(browser.reported).toEqual([]);
  });

  it("WSP-5 changes in both at once do not undo each other", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const two = await restored(browser, "two");
    const [a] = one.files.add([fileOf("a.wav")], "picked") as [string];
    one.files.add([fileOf("b.wav")], "picked");
    await settle();
    one.files.rename(a, "x.wav");
    two.files.move(a, 1);
    await settle();
    expect(one.names()).toEqual(["b.wav", "x.wav"]);
    expect(two.names()).toEqual(["b.wav", "x.wav"]);
  });

  it("WSP-5 what a tab left behind is cleared away, and what another is writing is not", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    one.files.add([fileOf("kept.wav")], "picked");
    const [removed] = one.files.add([fileOf("removed.wav")], "picked") as [string];
    await settle();
    one.files.remove([removed]);
    await settle();
    await browser.store.put("one.99", new Blob(["half a result"]));
    await browser.store.put("two.7", new Blob(["being written"]));
    browser.close("one");
    const three = await restored(browser, "three");
    expect(three.names()).toEqual(["kept.wav"]);
    expect((await browser.store.keys()).toSorted()).toEqual(["one.1", "two.7"]);
  });

  it("WSP-5 a file that its tab was still copying is missing once that tab has gone", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const never = fileOf("slow.wav");
    const forever = { arrayBuffer: () => new Promise<ArrayBuffer>(() => {}) };
    never.slice = () => Object.assign(new Blob(["x"]), forever);
    one.files.add([never], "picked");
    const two = await restored(browser, "two");
    expect(two.files.getState().files[0]).toMatchObject({ state: "saving" });
    expect(two.files.busy()).toBe(false);
    browser.close("one");
    await settle();
    expect(two.files.getState().files[0]).toMatchObject({ state: "missing" });
  });
});

it("WSP-5 names are such that any file system takes them, and keep their ending", () => {
  expect(sanitizeName(" a/b\\c:d\u0000\u202e.mp3 ")).toBe("a-b-c-d.mp3");
  expect(sanitizeName("")).toBe("-");
  expect(sanitizeName(".htaccess")).toBe(".htaccess");
  expect(sanitizeName(`${"🎵".repeat(300)}.flac`)).toBe(`${"🎵".repeat(195)}.flac`);
  expect(withEnding("b", "a.mp3")).toBe("b.mp3");
  expect(withEnding("b.wav", "a.mp3")).toBe("b.wav");
  expect(withEnding("Vol. 2", "a.mp3")).toBe("Vol. 2.mp3");
  expect(withEnding("b", "a")).toBe("b");
});
