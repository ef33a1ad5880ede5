import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { createSettingsStore, storePatch } from "./settings-store.ts";

/** Settings as the workspace has them. */
function workspace() {
  let settings: Record<string, JsonObject> = {};
  const writes: string[] = [];
  return {
    writes,
    getState: () => ({ settings }) as never,
    set(name: string, part: JsonObject) {
      writes.push(name);
      settings = { ...settings, [name]: { ...settings[name], ...part } };
    },
  };
}

describe("the settings store", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 7 }));
  afterEach(() => void vi.useRealTimers());

  it("TLS-1 keeps the entries of the most recently changed jobs", () => {
    const all = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`job ${at}`, { used: at }]),
    );
    const next = storePatch(all, "new", { used: 99 });
    expect(next).toEqual({ "job 0": undefined, new: { used: 99 } });
    expect(storePatch(all, "job 0", { used: 99 })).toEqual({ "job 0": { used: 99 } });
  });

  it("TLS-1 writes once changes pause, or when its view is left", () => {
    const settings = workspace();
    const store = createSettingsStore(settings, "mixer");
    expect(store.read("a")).toBeUndefined();
    for (const value of [1, 2, 3]) store.save("a", { value });
    expect(settings.writes).toEqual([]);
    // Pending changes can be read already.
    expect(store.read("a")).toEqual({ value: 3 });
    vi.advanceTimersByTime(250);
    expect(settings.writes).toEqual(["mixer"]);
    expect(createSettingsStore(settings, "mixer").read("a")).toMatchObject({ value: 3 });

    store.save("a", { value: 4 });
    store.save("b", { value: 5 });
    store.flush();
    vi.advanceTimersByTime(250);
    expect(settings.writes).toEqual(["mixer", "mixer", "mixer"]);
    const next = createSettingsStore(settings, "mixer");
    expect([next.read("a"), next.read("b")]).toMatchObject([{ value: 4 }, { value: 5 }]);
    expect(createSettingsStore(settings, "mashup").read("a")).toBeUndefined();
  });
});
