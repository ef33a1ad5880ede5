import { expect, it } from "vitest";
import { createBuildWatch } from "./build-watch.ts";

const SCRIPT = "/assets/client-1.js";

function world() {
  const state = { id: "a", scripts: [SCRIPT], fails: false };
  const timers: { run: () => void; ms: number }[] = [];
  const requests: string[] = [];
  const known: string[] = [];
  let outdated = 0;
  const watch = createBuildWatch({
    fetch: ((url: string) => {
      requests.push(url);
      if (state.fails) return Promise.reject(new TypeError("offline"));
      const body = url.startsWith("/builds/latest")
        ? { id: state.id, timestamp: 1 }
        : { id: state.id, scripts: state.scripts, routeRules: {}, styles: {} };
      return Promise.resolve(new Response(JSON.stringify(body)));
    }) as typeof fetch,
    now: () => 42,
    setTimer: (run, ms) => timers.push({ run, ms }),
    script: SCRIPT,
    interval: 3_600_000,
    onKnown: ({ id }) => known.push(id),
    onOutdated: () => (outdated += 1),
  });
  const tick = async () => {
    timers.shift()!.run();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { state, timers, asked: requests, known, watch, tick, outdated: () => outdated };
}

it("NAV-10 latest.json is asked with a timestamp, first an hour after ready", async () => {
  const { watch, timers, asked: requests } = world();
  watch.start();
  expect(requests).toEqual([]);
  expect(timers[0]!.ms).toBe(3_600_000);
  await watch.meta();
  expect(requests).toEqual(["/builds/latest.json?42", "/builds/meta/a.json"]);
});

it("ANL-1 the build of the document is reported once it is known, and no other", async () => {
  const { watch, known } = world();
  expect(known).toEqual([]);
  await watch.meta();
  await watch.meta();
  expect(known).toEqual(["a"]);
  const cached = world();
  cached.state.scripts = ["/assets/newer.js"];
  await cached.watch.meta();
  expect(cached.known).toEqual([]);
});

it("NAV-10 a changed id is reported once, and the checks end", async () => {
  const { watch, state, timers, tick, outdated } = world();
  await watch.meta();
  watch.start();
  await tick();
  expect([outdated(), watch.isOutdated()]).toEqual([0, false]);
  state.id = "b";
  await tick();
  expect([outdated(), watch.isOutdated()]).toEqual([1, true]);
  expect(timers).toEqual([]);
});

it("NAV-10 failures are silent, and the next look tries again", async () => {
  const { watch, state, tick, timers, outdated } = world();
  await watch.meta();
  watch.start();
  state.fails = true;
  await tick();
  expect(outdated()).toBe(0);
  expect(timers).toHaveLength(1);
  Object.assign(state, { fails: false, id: "b" });
  await tick();
  expect(outdated()).toBe(1);
});

it("NAV-10 a document whose script is another build's is outdated at once", async () => {
  const { watch, state, outdated } = world();
  state.scripts = ["/assets/client-2.js"];
  await watch.meta();
  expect(outdated()).toBe(1);
});
