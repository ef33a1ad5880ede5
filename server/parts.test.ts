import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createLog, describeError } from "./deps/log.ts";
import { createMetrics } from "./deps/metrics.ts";
import { priceOf } from "./deps/offers.ts";
import { createIds } from "./ports/clock.ts";
import { SettingsError } from "./deps/settings.ts";
import { readToolCosts } from "./tool-costs.ts";

it("API-17 ids are UUIDs of the seventh version that sort by time, also within a millisecond", () => {
  let now = 1_800_000_000_000;
  const next = createIds(() => now);
  const made: string[] = [];
  for (let n = 0; n < 20_000; n++) {
    if (n % 9000 === 0) now += 1;
    if (n === 15_000) now -= 60_000;
    made.push(next());
  }
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(made.length);
  for (const id of made.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it("API-17 the log is a line of JSON for each event, whatever is in it", () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  );
  const text = "a\r\nb\u2028\u001b]0;t\u0007\u009b2J\u202e\u007f";
  log("warn", "odd", { text, long: "x".repeat(9000), nothing: undefined, n: 1 });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.split("\n")).toHaveLength(2);
  expect(lines[0]!).toMatch(/^[\x20-\x7e]*\n$/);
  const entry = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(entry).toMatchObject({
    at: "1970-01-01T00:00:00.000Z",
    level: "warn",
    event: "odd",
    n: 1,
    text,
  });
  expect(String(entry["long"])).toHaveLength(4000);
  expect(
    describeError(new Error("a", { cause: Object.assign(new Error("b"), { code: "X" }) })),
  ).toMatchObject({ error: "Error: a", cause: "Error: b" });
  expect(describeError("text")).toEqual({ error: "text" });
});

it("API-17 values of an event do not change its name, its level or its time", () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  );
  // @ts-expect-error These names are taken.
  log("error", "alarm", { event: "evt_1", level: "info", at: 5, reason: "a" });
  const spread: Record<string, string> = { event: "evt_1" };
  // Names of spread fields are known only at run time.
  log("error", "alarm", { reason: "a", ...spread });
  log("error", "alarm", spread);
  const line = { at: "1970-01-01T00:00:00.000Z", level: "error", event: "alarm" };
  expect(lines.map((text) => JSON.parse(text) as unknown)).toEqual([
    { ...line, reason: "a" },
    { ...line, reason: "a" },
    line,
  ]);
});

it("API-17 the metrics are in Prometheus' format", () => {
  const metrics = createMetrics();
  metrics.count("a_total", { name: 'x"\n\\' });
  metrics.count("a_total", { name: 'x"\n\\' }, 2);
  metrics.observe("b_seconds", 0.02);
  metrics.observe("b_seconds", 99);
  const text = metrics.print();
  expect(text).toContain('# TYPE a_total counter\na_total{name="x\\"\\n\\\\"} 3\n');
  expect(text).toContain('b_seconds_bucket{le="0.01"} 0\nb_seconds_bucket{le="0.025"} 1\n');
  expect(text).toContain('b_seconds_bucket{le="+Inf"} 2\nb_seconds_sum 99.02\nb_seconds_count 2\n');
});

it("USR-7 each tool costs what its page says", () => {
  const { costs } = readToolCosts(path.resolve(import.meta.dirname, ".."));
  expect(costs.size).toBeGreaterThanOrEqual(41);
  expect(costs.get("volume-changer")).toBe("free");
  const offers = { costs } as Parameters<typeof priceOf>[0];
  expect(priceOf(offers, "volume-changer", 600)).toBe(0);
  expect(priceOf(offers, "ai-audio-enhancer", 61)).toBe(2);
  expect(priceOf(offers, "audio-downloader", 9999)).toBe(1);
  expect(priceOf(offers, "constructor", 1)).toBeNull();
});

it("USR-7 a page without a cost is refused: nothing is free by mistake", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-costs-"));
  const folder = path.join(root, "content/tools");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, "a.md"),
    "---\r\nslug: a\r\ncost: 2\r\n---\r\ntext\ncost: free\n",
  );
  expect([...readToolCosts(root).costs]).toEqual([["a", 2]]);
  for (const bad of [
    "---\nslug: b\n---\n",
    "---\nslug: b\ncost: 0\n---\n",
    "cost: 1\n",
    "---\nslug: b\ncost: nothing\n---\n",
  ]) {
    fs.writeFileSync(path.join(folder, "b.md"), bad);
    expect(() => readToolCosts(root)).toThrow(
      new SettingsError("content/tools/b.md: needs a slug and a cost (free, 1, 2 or 3)"),
    );
  }
  fs.rmSync(root, { recursive: true });
});
