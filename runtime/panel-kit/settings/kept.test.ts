import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../workspace/contract/json.ts";
import { createKeeper } from "./keeper.ts";
import { withKept } from "./kept.ts";

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

describe("what is set and kept", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 7 }));
  afterEach(() => void vi.useRealTimers());

  it("TLS-1 is kept for the jobs of which it was changed last", () => {
    const all = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`job ${at}`, { used: at }]),
    );
    const next = withKept(all, "new", { used: 99 });
    expect(next).toEqual({ "job 0": undefined, new: { used: 99 } });
    expect(withKept(all, "job 0", { used: 99 })).toEqual({ "job 0": { used: 99 } });
  });

  it("TLS-1 is written down once nothing more is set, or when its view is left", () => {
    const store = workspace();
    const keeper = createKeeper(store, "mixer");
    expect(keeper.read("a")).toBeUndefined();
    for (const value of [1, 2, 3]) keeper.keep("a", { value });
    expect(store.writes).toEqual([]);
    // Who reads it before that has it nevertheless.
    expect(keeper.read("a")).toEqual({ value: 3 });
    vi.runAllTimers();
    expect(store.writes).toEqual(["mixer"]);
    expect(createKeeper(store, "mixer").read("a")).toMatchObject({ value: 3 });

    keeper.keep("a", { value: 4 });
    keeper.keep("b", { value: 5 });
    keeper.flush();
    vi.runAllTimers();
    expect(store.writes).toEqual(["mixer", "mixer", "mixer"]);
    const next = createKeeper(store, "mixer");
    expect([next.read("a"), next.read("b")]).toMatchObject([{ value: 4 }, { value: 5 }]);
    expect(createKeeper(store, "mashup").read("a")).toBeUndefined();
  });
});
