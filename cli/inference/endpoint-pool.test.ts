import { describe, expect, it } from "vitest";
import type { InferMessage } from "#audio/nets/inference/infer-message.ts";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { createMetrics } from "#server/deps/metrics.ts";
import { createEndpointHealth } from "./endpoint-health.ts";
import { type PooledEndpoint, createEndpointPool } from "./endpoint-pool.ts";

const MESSAGE: InferMessage = { body: new Uint8Array(0), headerBytes: 0 };
const error = (fault: InferenceError["fault"], retryAfter: number | null = null) =>
  new InferenceError(fault, `It is ${fault}`, { retryAfter });

/** Servers that answer as `answers` says; the clock moves by a second for each look at it. */
function openPool(
  answers: Readonly<Record<string, () => InferMessage | Promise<InferMessage>>>,
  options: Partial<Omit<PooledEndpoint, "endpoint" | "proofs">> & {
    readonly weights?: Readonly<Record<string, number>>;
    readonly patience?: number;
    /** Servers that a proof finds to be right; missing: all. */
    readonly sound?: readonly string[];
    /** Proves a doubted server; missing: at once. */
    readonly prove?: () => Promise<boolean>;
    /** Ends the requests. */
    readonly signal?: AbortSignal;
  } = {},
) {
  const calls: string[] = [];
  const events: string[] = [];
  const { weights, patience = 60_000, requests = 9, sound = Object.keys(answers) } = options;
  const { prove = async () => true, signal = new AbortController().signal } = options;
  const proven = new Set(Object.keys(answers));
  const endpoints = Object.entries(answers).map(([url, answer]): PooledEndpoint => ({
    endpoint: {
      url: `https://user:secret@${url}:8000/path`,
      isReady: async () => true,
      readMetadata: () => Promise.reject(new Error("unused")),
      async infer() {
        calls.push(url);
        return await answer();
      },
    },
    weight: weights?.[url] ?? 1,
    requests,
    proofs: {
      runs: (id) => id === "model" && proven.has(url),
      runsAny: () => proven.has(url),
      doubt: async () => {
        calls.push(`doubt ${url}`);
        if (!sound.includes(url)) proven.delete(url);
        return (await prove()) && proven.has(url);
      },
      drop: () => void calls.push(`drop ${url}`),
    },
  }));
  let now = 0;
  const metrics = createMetrics();
  const pool = createEndpointPool(endpoints, {
    clock: () => (now += 1000),
    log: (_, event) => void events.push(event),
    metrics,
    patience,
  });
  const infer = (id = "model", check = () => {}) =>
    pool.infer({ id, graph: "graph", message: MESSAGE, signal, check });
  return { infer, calls, events, metrics };
}
const well = () => MESSAGE;
/** States of the circuit breakers, by the positions of their servers. */
const breakersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      text.matchAll(/^toolkit_inference_breaker\{server="(\d)",host="[^"]*",state="(\w+)"\} 1$/gm),
      ([, server, state]) => [server!, state!],
    ),
  );

describe("several inference servers", () => {
  it("JOB-7 get requests by their weights", async () => {
    const { infer, calls } = openPool({ a: well, b: well }, { weights: { a: 3 } });
    for (let at = 0; at < 8; at++) await infer();
    expect(calls.filter((url) => url === "a")).toHaveLength(6);
    expect(calls.slice(0, 4)).toContain("b");
  });

  it("JOB-7 JOB-8 are counted with their failures and times, by host alone", async () => {
    let isDown = true;
    const flaky = () => (isDown ? Promise.reject(error("failed")) : MESSAGE);
    const { infer, metrics } = openPool({ flaky, well }, { weights: { flaky: 9 } });
    for (let at = 0; at < 3; at++) await infer();
    let text = metrics.print();
    const labels = 'server="1",host="flaky:8000"';
    expect(text).toContain(`toolkit_inference_requests_total{${labels},outcome="failed"} 3\n`);
    expect(text).toContain(
      'toolkit_inference_requests_total{server="2",host="well:8000",outcome="answered"} 3\n',
    );
    expect(text).toContain(`toolkit_inference_request_seconds_count{${labels}} 3\n`);
    // Taken out after three failures in a row.
    expect(text).toContain(`toolkit_inference_up{${labels}} 0\n`);
    expect(text).toContain('toolkit_inference_up{server="2",host="well:8000"} 1\n');
    expect(breakersIn(text)).toEqual({ 1: "open", 2: "closed" });
    expect(text).not.toContain("secret");
    isDown = false;
    for (let at = 0; at < 9; at++) await infer();
    text = metrics.print();
    expect(text).toContain(`toolkit_inference_up{${labels}} 1\n`);
    expect(breakersIn(text)).toEqual({ 1: "closed", 2: "closed" });
  });

  it("JOB-8 show how many requests they have, and how many wait for one", async () => {
    const release = Promise.withResolvers<InferMessage>();
    const started = Promise.withResolvers<void>();
    const slow = () => {
      started.resolve();
      return release.promise;
    };
    const { infer, metrics } = openPool({ slow }, { requests: 1 });
    const first = infer();
    await started.promise;
    const second = infer();
    await expect.poll(metrics.print).toContain("toolkit_inference_waiting 1\n");
    expect(metrics.print()).toContain('toolkit_inference_running{server="1",host="slow:8000"} 1\n');
    release.resolve(MESSAGE);
    await Promise.all([first, second]);
    expect(metrics.print()).toContain("toolkit_inference_waiting 0\n");
    expect(metrics.print()).toContain('toolkit_inference_running{server="1",host="slow:8000"} 0\n');
  });

  it("JOB-8 a server that asks for a pause is busy, and one that is tried again is half open", async () => {
    let now = 0;
    const health = createEndpointHealth(() => now);
    expect(health.state()).toBe("closed");
    health.fail(error("busy"));
    expect(health.state()).toBe("busy");
    now += 1000;
    expect(health.state()).toBe("closed");
    for (let at = 0; at < 3; at++) health.fail(error("failed"));
    expect(health.state()).toBe("open");
    now += 10_000;
    expect(health.state()).toBe("halfOpen");
    health.succeed();
    expect(health.state()).toBe("closed");
  });

  it.each(["unreachable", "failed", "refused", "wrong", "busy"] as const)(
    "JOB-7 one that is %s is replaced by another one in the same request",
    async (fault) => {
      const down = () => Promise.reject(error(fault));
      const { infer, calls } = openPool({ down, well }, { weights: { down: 9 } });
      await expect(infer()).resolves.toBe(MESSAGE);
      expect(calls).toEqual(["down", "well"]);
    },
  );

  it("JOB-7 an answer that is not one of the graph counts as a failure", async () => {
    const { infer, calls } = openPool({ a: well, b: well });
    let checks = 0;
    const check = () => {
      if (checks++ === 0) throw error("wrong");
    };
    await expect(infer("model", check)).resolves.toBe(MESSAGE);
    expect(calls).toEqual(["a", "b"]);
  });

  it("JOB-7 an answer that is not finite is the fault of the job, and of no server", async () => {
    const { infer, calls } = openPool({ a: well, b: well });
    for (let at = 0; at < 2; at++)
      await expect(
        infer("model", () => {
          throw error("overflow");
        }),
      ).rejects.toMatchObject({ fault: "overflow" });
    // Both are asked, compute the known sound as before, and get the next request.
    expect(calls.slice(0, 4).toSorted()).toEqual(["a", "b", "doubt a", "doubt b"]);
    expect(calls).toHaveLength(8);
  });

  it("JOB-7 one whose answer is not finite is proven again if another one computes the same input", async () => {
    const nan = () => Promise.reject(error("overflow"));
    const { infer, calls, events } = openPool(
      { nan, well },
      { weights: { nan: 9 }, sound: ["well"] },
    );
    await expect(infer()).resolves.toBe(MESSAGE);
    expect(calls).toEqual(["nan", "well", "doubt nan"]);
    expect(events).toEqual(["inference_server_doubted"]);
    await infer();
    expect(calls.slice(3)).toEqual(["well"]);
  });

  it("JOB-7 the only one is taken out if its answers are not finite for the known sound either", async () => {
    const nan = () => Promise.reject(error("overflow"));
    const { infer, calls } = openPool({ nan }, { sound: [], patience: 3000 });
    await expect(infer()).rejects.toMatchObject({ fault: "wrong" });
    expect(calls).toEqual(["nan", "doubt nan"]);
  });

  it("JOB-7 the input is the reason if a proven server says so, whatever the others do", async () => {
    const nan = () => Promise.reject(error("overflow"));
    const down = () => Promise.reject(error("unreachable"));
    const { infer } = openPool({ nan, down }, { weights: { nan: 9 }, patience: 5000 });
    await expect(infer()).rejects.toMatchObject({ fault: "overflow" });
  });

  it("JOB-7 a request that is aborted does not wait for the proof of a doubted server", async () => {
    const nan = () => Promise.reject(error("overflow"));
    const ending = new AbortController();
    const prove = (): Promise<boolean> => {
      ending.abort(new Error("canceled"));
      return new Promise(() => {});
    };
    const { infer } = openPool({ nan }, { prove, signal: ending.signal });
    await expect(infer()).rejects.toThrow("canceled");
  });

  it("JOB-7 what all servers refuse ends the request, asks each once, and takes none from others", async () => {
    const refuse = () => Promise.reject(error("invalid"));
    const { infer, calls, events } = openPool({ a: refuse, b: refuse });
    for (let at = 0; at < 4; at++)
      await expect(infer()).rejects.toMatchObject({ fault: "invalid" });
    expect(calls).toHaveLength(8);
    expect(new Set(events)).toEqual(new Set(["inference_request_failed"]));
  });

  it("JOB-7 a healthy server with as many requests as it may is waited for, however long", async () => {
    let finish = (): void => {};
    const slow = () => new Promise<InferMessage>((resolve) => (finish = () => resolve(MESSAGE)));
    const { infer, calls } = openPool({ slow }, { requests: 1, patience: 10_000 });
    const first = infer();
    const second = infer();
    // The clock has moved far beyond the patience by then.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    finish();
    await first;
    while (calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    finish();
    await expect(second).resolves.toBe(MESSAGE);
  });

  it("JOB-7 one that fails again and again gets no requests for a while, and then one", async () => {
    let isDown = true;
    const a = () => (isDown ? Promise.reject(error("failed")) : MESSAGE);
    const { infer, calls, events } = openPool({ a, b: well }, { weights: { a: 50 } });
    for (let at = 0; at < 3; at++) await infer();
    expect(events.at(-1)).toBe("inference_server_down");
    // Another program may answer next.
    expect(calls.at(-2)).toBe("drop a");
    calls.length = 0;
    await infer();
    expect(calls).toEqual(["b"]);
    isDown = false;
    while (!calls.includes("a")) await infer();
    expect(events.at(-1)).toBe("inference_server_recovered");
  });

  it("JOB-7 no server has more requests at a time than its budget", async () => {
    let running = 0;
    let max = 0;
    const slow = async () => {
      max = Math.max(max, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      return MESSAGE;
    };
    const { infer, calls } = openPool({ slow }, { requests: 2 });
    await Promise.all([infer(), infer(), infer(), infer(), infer()]);
    expect(calls).toHaveLength(5);
    expect(max).toBe(2);
  });

  it("JOB-7 if none answers, a request ends with the last error; a model that none runs too", async () => {
    const down = () => Promise.reject(error("unreachable"));
    const { infer } = openPool({ down }, { patience: 5000 });
    await expect(infer()).rejects.toThrow("It is unreachable");
    await expect(infer("other")).rejects.toThrow("No server runs other");
  });
});

describe("the health of a server", () => {
  it("JOB-7 pauses twice as long each time, and as long as a busy server asks", () => {
    let now = 0;
    const health = createEndpointHealth(() => now);
    health.fail(error("failed"));
    health.fail(error("failed"));
    expect([health.resumesAt(), health.isOnTrial()]).toEqual([0, false]);
    health.fail(error("failed"));
    expect([health.resumesAt(), health.isOnTrial()]).toEqual([10_000, true]);
    now = 10_000;
    health.fail(error("unreachable"));
    expect(health.resumesAt()).toBe(30_000);
    now = 30_000;
    health.succeed();
    expect(health.isOnTrial()).toBe(false);
    health.fail(error("busy", 7));
    expect([health.resumesAt(), health.isOnTrial()]).toEqual([37_000, false]);
    // Requests that fail while it is paused were on their way.
    for (let at = 0; at < 9; at++) health.fail(error("failed"));
    expect([health.resumesAt(), health.isOnTrial()]).toEqual([37_000, false]);
    health.fail(error("busy", 1e9));
    expect(health.resumesAt()).toBe(330_000);
  });
});
