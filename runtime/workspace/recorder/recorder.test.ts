import { describe, expect, it } from "vitest";
import { recoverRecordings } from "./chunk-store.ts";
import { createRecorder } from "./recorder.ts";
import type { RecorderDeps } from "./take.ts";
import {
  type FakeBrowser,
  createFakeBrowser,
  createFakeStore,
  createTabStorage,
  settle,
} from "../session/test-session.ts";
import { createFilesStore } from "../tray/files.ts";

class FakeTrack extends EventTarget {
  stopped = false;
  stop(): void {
    this.stopped = true;
  }
}
class FakeMediaRecorder extends EventTarget {
  state = "inactive";
  slice = 0;
  start(slice: number): void {
    this.slice = slice;
    this.state = "recording";
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  give(text: string): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob([text]) }));
  }
  stop(): void {
    if (this.state === "inactive") return;
    this.state = "inactive";
    queueMicrotask(() => {
      this.give("|end");
      this.dispatchEvent(new Event("stop"));
    });
  }
}

function open(browser: FakeBrowser, tab: string, deps: Partial<RecorderDeps> = {}) {
  const session = browser.open(tab);
  const { timers } = browser;
  const setTimer: RecorderDeps["setTimer"] = (work, ms) => timers.setTimer(work, ms);
  const report = (error: unknown): number => browser.reported.push(error);
  const files = createFilesStore({
    session,
    tabStorage: createTabStorage(),
    probe: async () => ({ kind: "audio", duration: 1, problem: null }),
    now: timers.now,
    setTimer,
    inUse: () => new Set(),
    saveResults: async () => {},
    onEvent: () => {},
    report,
  });
  const track = new FakeTrack();
  const media = new FakeMediaRecorder();
  const meter = { level: 0.5, closed: false };
  const types: string[] = [];
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const recorder = createRecorder({
    session,
    files,
    devices: { getUserMedia: async () => stream as never },
    createRecorder(_stream, type) {
      types.push(type);
      return media as never;
    },
    isTypeSupported: (type) => type.startsWith("audio/mp4"),
    createMeter: () => ({
      read: () => meter.level,
      close() {
        meter.closed = true;
      },
    }),
    nameOf: () => "Recording",
    now: timers.now,
    setTimer,
    report,
    ...deps,
  });
  return { recorder, files, session, track, media, meter, types, state: () => recorder.getState() };
}
const fail = (name: string): Partial<RecorderDeps> => ({
  devices: { getUserMedia: () => Promise.reject(new DOMException("", name)) },
});

describe("WSP-5 recording", () => {
  it("shows time and level, pauses, and adds the recording to the tray", async () => {
    const browser = createFakeBrowser();
    const { recorder, files, track, media, meter, types, state } = open(browser, "one");
    await recorder.start();
    expect(types).toEqual(["audio/mp4;codecs=mp4a.40.2"]);
    expect(state().state).toBe("recording");
    media.give("one");
    browser.timers.pass(1500);
    expect(state()).toMatchObject({ seconds: 1.5, level: 0.5 });
    recorder.pause();
    browser.timers.pass(9000);
    expect(state()).toMatchObject({ state: "paused", seconds: 1.5, level: 0 });
    recorder.resume();
    media.give("two");
    browser.timers.pass(500);
    expect(state().seconds).toBeCloseTo(2, 5);
    const id = await recorder.stop();
    expect(state()).toEqual({ state: "idle", seconds: 0, level: 0, fault: null });
    expect([track.stopped, meter.closed]).toEqual([true, true]);
    const [file] = files.getState().files;
    expect(file).toMatchObject({
      id,
      name: "Recording.m4a",
      type: "audio/mp4",
      origin: "recorded",
    });
    expect(await (await files.open(id!)).text()).toBe("onetwo|end");
    await settle();
    expect(await browser.database.recordings.all()).toEqual([]);
    expect(browser.timers.count()).toBe(0);
    expect(browser.reported).toEqual([]);
  });

  it("a crash loses what was said in the last second, and nothing else", async () => {
    const browser = createFakeBrowser();
    const first = open(browser, "one");
    await first.recorder.start();
    expect(first.media.slice).toBe(1000);
    first.media.give("one ");
    first.media.give("two");
    await settle();
    browser.close("one");
    const [second, third] = [open(browser, "two"), open(browser, "three")];
    const found = await Promise.all(
      [second, third].map((tab) => recoverRecordings({ ...tab, report: () => {} })),
    );
    expect(found.reduce((sum, count) => sum + count)).toBe(1);
    const [file] = [...second.files.getState().files, ...third.files.getState().files];
    expect(file).toMatchObject({ name: "Recording.m4a", origin: "recorded" });
    await settle();
    expect(await browser.database.recordings.all()).toEqual([]);
    expect(await browser.database.chunks.all("one.1")).toEqual([]);
  });

  it("a recording that another tab makes is left alone", async () => {
    const browser = createFakeBrowser();
    const first = open(browser, "one");
    await first.recorder.start();
    await settle();
    expect(await recoverRecordings({ ...open(browser, "two"), report: () => {} })).toBe(0);
    expect(await browser.database.recordings.all()).toHaveLength(1);
  });

  it("its chunks stay until its file is on the device", async () => {
    const browser = createFakeBrowser({ store: createFakeStore({ quota: 2 }) });
    const { recorder, files } = open(browser, "one");
    await recorder.start();
    await settle();
    await recorder.stop();
    await settle();
    expect(files.getState().files[0]).toMatchObject({ state: "unsaved" });
    expect(await browser.database.recordings.all()).toHaveLength(1);
    browser.store.quota = 1e6;
    await files.saveAgain();
    await settle();
    expect(await browser.database.recordings.all()).toEqual([]);
  });

  it.each([
    ["NotAllowedError", "recorder.denied"],
    ["NotFoundError", "recorder.none"],
    ["NotReadableError", "recorder.busy"],
    ["OtherError", "recorder.failed"],
  ])("%s is reported as %s, and can be retried", async (name, code) => {
    const { recorder, state } = open(createFakeBrowser(), "one", fail(name));
    await recorder.start();
    expect(state()).toMatchObject({ state: "failed", fault: { code } });
    await recorder.start();
    expect(state().state).toBe("failed");
  });

  it("a browser without microphones or formats says so", async () => {
    const without = open(createFakeBrowser(), "one", { devices: null });
    await without.recorder.start();
    expect(without.state().fault!.code).toBe("recorder.unsupported");
    const mute = open(createFakeBrowser(), "one", { isTypeSupported: () => false });
    await mute.recorder.start();
    expect(mute.state().fault!.code).toBe("recorder.unsupported");
    expect(mute.track.stopped).toBe(true);
  });

  it("unplugging the microphone ends it, and the recording so far is stored", async () => {
    const { recorder, files, media, track, state } = open(createFakeBrowser(), "one");
    await recorder.start();
    media.give("said");
    track.dispatchEvent(new Event("ended"));
    await settle();
    expect(state()).toMatchObject({ state: "failed", fault: { code: "recorder.lost" } });
    expect(files.getState().files).toHaveLength(1);
  });

  it("discarding keeps nothing, also while the browser still asks", async () => {
    const browser = createFakeBrowser();
    const { recorder, files, media, track, state } = open(browser, "one");
    await recorder.start();
    media.give("said");
    await settle();
    await recorder.discard();
    await settle();
    expect(state().state).toBe("idle");
    expect(files.getState().files).toEqual([]);
    expect(await browser.database.recordings.all()).toEqual([]);
    expect(track.stopped).toBe(true);

    let answer = (_stream: unknown): void => {};
    const getUserMedia = () => new Promise<never>((resolve) => (answer = resolve as never));
    const opening = open(browser, "two", { devices: { getUserMedia } });
    const started = opening.recorder.start();
    await opening.recorder.discard();
    const late = new FakeTrack();
    answer({ getTracks: () => [late] });
    await started;
    expect(opening.state().state).toBe("idle");
    expect(late.stopped).toBe(true);
  });
});
