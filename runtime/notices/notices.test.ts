import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { spyOnTimers } from "#tests/spy-on-timers.ts";
import { createNoticeStore, NOTIFICATION_STAYS, TOAST_STAYS, formatText } from "./notices.ts";

const clock = {
  now: () => performance.now(),
  setTimer(work: () => void, ms: number) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
const create = () => {
  const notices = createNoticeStore(clock);
  return { notices, texts: () => notices.getState().shown.map(({ text }) => text) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("notices", () => {
  it("ERR-5 a toast lasts 3000 ms, a notification 4500 ms", () => {
    expect([TOAST_STAYS, NOTIFICATION_STAYS]).toEqual([3000, 4500]);
    const { notices, texts } = create();
    notices.toast("a:saved");
    notices.notify({ text: "a:done" });
    vi.advanceTimersByTime(2999);
    expect(texts()).toEqual(["a:saved", "a:done"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(["a:done"]);
    vi.advanceTimersByTime(1499);
    expect(texts()).toEqual(["a:done"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("ERR-5 timers pause while they are hovered or have the focus", () => {
    const { notices, texts } = create();
    notices.toast("a:saved");
    vi.advanceTimersByTime(2000);
    notices.hold("hover");
    notices.hold("focus");
    vi.advanceTimersByTime(60_000);
    notices.release("hover");
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(["a:saved"]);
    notices.release("focus");
    vi.advanceTimersByTime(999);
    expect(texts()).toEqual(["a:saved"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("ERR-5 notices that arrive during a pause wait for their full time", () => {
    const { notices, texts } = create();
    notices.hold("hidden");
    notices.toast("a:saved");
    vi.advanceTimersByTime(60_000);
    notices.release("hidden");
    vi.advanceTimersByTime(2999);
    expect(texts()).toEqual(["a:saved"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("ERR-1 one warning at a time, titled Warning; identical ones are one", () => {
    const { notices, texts } = create();
    const first = notices.warn("errors:http.500");
    const other = notices.warn("errors:http.401");
    expect(notices.warn({ key: "errors:http.500" })).toBe(first);
    expect(notices.warn("errors:http.401")).toBe(other);
    expect(texts()).toEqual([{ key: "errors:http.500" }]);
    expect(notices.getState().shown[0]).toMatchObject({ title: "errors:warning", weight: "bad" });
    vi.advanceTimersByTime(600_000);
    notices.dismiss(notices.getState().shown[0]!.id);
    expect(texts()).toEqual(["errors:http.401"]);
  });

  it("ERR-5 a repeated toast restarts its timer and stays one", () => {
    const { notices, texts } = create();
    const id = notices.toast({ key: "a:count", params: { count: 2 } });
    vi.advanceTimersByTime(2000);
    expect(notices.toast({ key: "a:count", params: { count: 2 } })).toBe(id);
    vi.advanceTimersByTime(2000);
    expect(texts()).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual([]);
  });

  it("ERR-5 no toast is lost when many come: they wait for a place and then have their time", () => {
    const { notices, texts } = create();
    for (const key of ["a:1", "a:2", "a:3", "a:4"]) notices.toast(key);
    expect(texts()).toEqual(["a:1", "a:2", "a:3"]);
    vi.advanceTimersByTime(3000);
    expect(texts()).toEqual(["a:4"]);
    vi.advanceTimersByTime(2999);
    expect(texts()).toEqual(["a:4"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("a sticky notification stays; its id takes a newer one in", () => {
    const { notices, texts } = create();
    const run = vi.fn<() => void>();
    notices.notify({ id: "version", text: "a:new", sticky: true });
    notices.notify({
      id: "version",
      text: "a:newer",
      sticky: true,
      action: { label: "a:go", run },
    });
    vi.advanceTimersByTime(600_000);
    expect(texts()).toEqual(["a:newer"]);
    expect(notices.getState().shown[0]!.action).toEqual({ label: "a:go", run });
    notices.notify({ id: "version", text: "a:soon" });
    vi.advanceTimersByTime(4500);
    expect(texts()).toEqual([]);
  });

  it("dismissing twice, or a missing one, does nothing", () => {
    const timersOf = spyOnTimers();
    const { notices, texts } = create();
    const id = notices.toast("a:1");
    notices.dismiss(id);
    notices.dismiss(id);
    notices.dismiss("nobody");
    notices.release("nobody");
    expect(texts()).toEqual([]);
    expect(timersOf(TOAST_STAYS)).toEqual({ set: 1, left: 0 });
  });
});

it("ERR-5 open notices are translated when the language is switched; the server's texts stay", () => {
  const english = (key: string, values?: object) => `en ${key} ${JSON.stringify(values ?? {})}`;
  const german = (key: string, values?: object) => `de ${key} ${JSON.stringify(values ?? {})}`;
  const { notices, texts } = create();
  notices.notify({ text: { key: "a:left", params: { count: 2 } }, sticky: true });
  notices.notify({ text: { words: "Out of order" }, sticky: true });
  expect(texts().map((text) => formatText(text, english))).toEqual([
    'en a:left {"count":2}',
    "Out of order",
  ]);
  expect(texts().map((text) => formatText(text, german))[0]).toBe('de a:left {"count":2}');
});
