import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import { openerOf, parseWebAddress } from "./open-address.ts";
import { createPager } from "./pager.ts";
import { arrange, NEWEST_FIRST, PAYMENTS, USAGE } from "./records.ts";
import { isoTime, showAmount, showLength, showSpan } from "./show.ts";
import { DAYS, summarizeUse } from "./use.ts";

const NOW = Date.UTC(2026, 10, 21, 12) / 1000;
const job = (id: number, change: Partial<UsageRecord> = {}): UsageRecord => ({
  id: `job-${id}`,
  tool: "vocal-remover",
  seconds: 60,
  cost: 1,
  state: "settled",
  created_at: NOW - id,
  ...change,
});

/** A list as the API returns it, newest first. */
function createList(count: number) {
  let rows = Array.from({ length: count }, (_, at) => job(at));
  const requestedPages: number[] = [];
  return {
    asked: requestedPages,
    add: (id: number) => (rows = [job(id), ...rows]),
    remove: (ids: ReadonlySet<string>) => (rows = rows.filter(({ id }) => !ids.has(id))),
    fetchPage: async ({ page, page_size }: { page: number; page_size: number }) => {
      requestedPages.push(page);
      return { list: rows.slice((page - 1) * page_size, page * page_size), total: rows.length };
    },
  };
}

describe("lists of the account", () => {
  it("API-12 pages are read one after the other, to the end", async () => {
    const list = createList(250);
    const pager = createPager(list.fetchPage, USAGE.idOf);
    while (!pager.state().isComplete) await pager.more();
    await pager.more();
    expect(list.asked).toEqual([1, 2, 3]);
    expect(pager.state().rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 250 }, (_, at) => `job-${at}`),
    );
  });

  it("API-12 shares the request of concurrent calls", async () => {
    const list = createList(50);
    const pager = createPager(list.fetchPage, USAGE.idOf);
    await Promise.all([pager.more(), pager.more()]);
    expect(list.asked).toEqual([1]);
  });

  it("API-12 rows that come and go meanwhile leave none out, and show none twice", async () => {
    const step = fc.oneof(
      fc.constant({ kind: "more" } as const),
      fc.record({ kind: fc.constant("add" as const), count: fc.nat(150) }),
      fc.record({ kind: fc.constant("delete" as const), every: fc.integer({ min: 2, max: 9 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const list = createList(350);
        const pager = createPager(list.fetchPage, USAGE.idOf);
        let next = -1;
        const deleted = new Set<string>();
        for (const each of steps) {
          if (each.kind === "more") await pager.more();
          else if (each.kind === "add") for (let n = 0; n < each.count; n++) list.add(next--);
          else {
            const ids = new Set(
              pager
                .state()
                .rows.map(({ id }) => id)
                .filter((_, at) => at % each.every === 0),
            );
            for (const id of ids) deleted.add(id);
            list.remove(ids);
            pager.remove(ids);
          }
        }
        while (!pager.state().isComplete) await pager.more();
        const ids = pager.state().rows.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(deleted.has(id)).toBe(false);
        for (let at = 0; at < 350; at++)
          if (!deleted.has(`job-${at}`)) expect(ids).toContain(`job-${at}`);
      }),
      { numRuns: 20 },
    );
  });

  it("CLI-8 rows are sorted and filtered by their displayed values", () => {
    const rows = [
      job(0, { tool: "b", cost: 2, state: "refunded" }),
      job(1, { tool: "a", cost: 10 }),
      job(2, { tool: "人声分离", cost: 2 }),
    ];
    const ids = (order: Partial<typeof NEWEST_FIRST>) =>
      arrange(USAGE, rows, { ...NEWEST_FIRST, ...order }).map(({ id }) => id);
    expect(ids({})).toEqual(["job-0", "job-1", "job-2"]);
    expect(ids({ reversed: true })).toEqual(["job-2", "job-1", "job-0"]);
    expect(ids({ sort: "cost" })).toEqual(["job-1", "job-0", "job-2"]);
    expect(ids({ sort: "tool" })).toEqual(["job-1", "job-0", "job-2"]);
    expect(ids({ filter: "人声" })).toEqual(["job-2"]);
    expect(ids({ filter: "DONE 10" })).toEqual(["job-1"]);
    expect(ids({ filter: "nothing" })).toEqual([]);
    const payment: PaymentRecord = {
      order_id: "o-1",
      plan_id: "pack-60",
      name: "60 credits",
      amount: 600,
      currency: "USD",
      status: "paid",
      created_at: NOW,
    };
    expect(PAYMENTS.columns.map(({ data }) => data(payment))).toEqual([
      "2026-11-21T12:00:00Z",
      "60 credits",
      "6.00 USD",
      "paid",
    ]);
  });
});

describe("the summary of use", () => {
  it("USR-10 counts what jobs of the last days cost, and not what was given back", () => {
    const day = 86_400;
    const use = summarizeUse(
      [
        job(0, { cost: 4 }),
        job(0, { cost: 6, tool: "denoise" }),
        job(0, { cost: 9, state: "refunded" }),
        job(day, { cost: 1 }),
        job((DAYS + 1) * day, { cost: 100 }),
      ],
      NOW,
      true,
    );
    expect([use.credits, use.jobs]).toEqual([11, 4]);
    expect(use.days).toHaveLength(DAYS);
    expect(use.days.slice(-2).map(({ credits }) => credits)).toEqual([1, 10]);
    expect(use.tools.map(({ tool, credits }) => [tool, credits])).toEqual([
      ["denoise", 6],
      ["vocal-remover", 5],
    ]);
  });

  it("CLI-8 each day of the calendar is there once, in every month", () => {
    for (let month = 0; month < 12; month++) {
      const { days } = summarizeUse([], Date.UTC(2026, month, 15, 0, 30) / 1000, true);
      expect(new Set(days.map(({ date }) => date)).size).toBe(DAYS);
    }
  });
});

describe("values", () => {
  it("CLI-8 lengths, spans, amounts and times", () => {
    expect([0, 59.6, 185, 3723].map(showLength)).toEqual(["0:00", "1:00", "3:05", "1:02:03"]);
    expect([0.2, 40, 61, 3600, 18_720].map(showSpan)).toEqual([
      "1 s",
      "40 s",
      "1 min",
      "1 h",
      "5 h 12 min",
    ]);
    expect(showAmount(1500, "USD")).toBe("15.00");
    expect(showAmount(1500, "JPY")).toBe("1500");
    expect(showAmount(1500, "not one")).toBe("15.00");
    expect(isoTime(Number.NaN)).toBe("");
  });

  it("USR-8 an invoice is opened as an address of the web, by no shell", () => {
    const api = "https://fermata.example";
    expect(parseWebAddress("/audio/receipts/1", api)).toBe(`${api}/audio/receipts/1`);
    for (const wrong of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
      "http://",
    ])
      expect(() => parseWebAddress(wrong, api), wrong).toThrow(
        expect.objectContaining({ code: "API_UNUSABLE" }),
      );
    expect(openerOf({}, "darwin")).toEqual(["open"]);
    expect(openerOf({}, "win32")![0]).toBe("rundll32");
    expect(openerOf({ DISPLAY: ":0" }, "linux")).toEqual(["xdg-open"]);
    expect(openerOf({}, "linux")).toBeUndefined();
    expect(openerOf({ DISPLAY: ":0", SSH_CONNECTION: "x" }, "linux")).toBeUndefined();
    expect(openerOf({ BROWSER: "firefox" }, "linux")).toEqual(["firefox"]);
  });
});
