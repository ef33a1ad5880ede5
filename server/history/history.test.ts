import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import type { Usages } from "../db/schema/credits.ts";
import { createShopper } from "../testing/test-shop.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { BLOCK } from "./list.ts";

const HOUR = 3_600_000;

describeOnDatabases("history", ({ fresh, engine }) => {
  let server: TestServer;
  let userId: string;
  let token: string;
  beforeEach(async () => {
    server = await createTestServer(await fresh());
    ({ userId, token } = await server.addUser());
  });
  afterEach(() => server.close());

  /** Inserts jobs with earlier timestamps. @returns their ids, the oldest first */
  async function fill(count: number, toolOf: (at: number) => string): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, at): Usages => ({
      user_id: userId,
      id: server.deps.ids(),
      tool: toolOf(at),
      milliseconds: 1000,
      cost: 1,
      charged: 1,
      state: "settled",
      input_hash: null,
      created_at: server.deps.clock(),
      closed_at: null,
      held_until: 0,
      hosted_milliseconds: 0,
      hosted_paid_milliseconds: 0,
      hosted_carried_milliseconds: 0,
      hidden: 0,
    }));
    for (let at = 0; at < count; at += 500)
      await server.deps.db.write((tx) =>
        tx
          .insertInto("usages")
          .values(rows.slice(at, at + 500))
          .execute(),
      );
    server.advance(HOUR);
    return rows.map(({ id }) => id);
  }
  const page = async (at: number, size: number, tool?: string) => {
    const request = { page: at, page_size: size, ...(tool !== undefined && { tool }) };
    const { data } = await server.call(getUsagePage, request, { token });
    return data;
  };

  it("API-12 shows jobs, the newest first, with what they cost and whether it came back", async () => {
    const { call } = server;
    const shopper = await createShopper(server);
    await shopper.buy("pack-60");
    const made: string[] = [];
    for (const tool of ["cleaner", "cutter", "cleaner"]) {
      const { data } = await call(reserve, { tool, seconds: 90.5 }, shopper);
      made.push(data.usage_id);
    }
    await call(refund, { usage_id: made[2]! }, shopper);
    const { data } = await call(getUsagePage, { page: 1, page_size: 2 }, shopper);
    expect(data).toMatchObject({ total: 3, page: 1, page_size: 2 });
    expect(data.list).toMatchObject([
      { id: made[2], tool: "cleaner", cost: 2, state: "refunded", seconds: 90.5 },
      { id: made[1], tool: "cutter", cost: 0, state: "reserved" },
    ]);
    const filtered = await call(getUsagePage, { page: 1, page_size: 10, tool: "cleaner" }, shopper);
    expect(filtered.data.list.map(({ id }) => id)).toEqual([made[2], made[0]]);
    const beyond = await call(getUsagePage, { page: 9, page_size: 10 }, shopper);
    expect(beyond.data).toMatchObject({ list: [], total: 3 });
    const payments = await call(getPaymentPage, { page: 1, page_size: 10 }, shopper);
    expect(payments.data).toMatchObject({ total: 1, list: [{ plan_id: "pack-60", amount: 600 }] });
  });

  it("API-12 deletes one or many; the ledger stays, and others' are out of reach", async () => {
    const { call } = server;
    const ids = await fill(5, () => "cleaner");
    const other = await server.addUser();
    const foreign = await call(deleteUsage, { ids: [ids[0]!] }, other);
    expect(foreign.data).toEqual({ deleted: 0 });
    expect((await page(1, 10)).total).toBe(5);
    const some = await call(deleteUsage, { ids: [ids[4]!, ids[1]!, "no-such-id"] }, { token });
    expect(some.data).toEqual({ deleted: 2 });
    const again = await call(deleteUsage, { ids: [ids[4]!] }, { token });
    expect(again.data).toEqual({ deleted: 0 });
    const { list, total } = await page(1, 10);
    expect(total).toBe(3);
    expect(list.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0]]);
    const rows = await server.deps.db.read((queries) =>
      queries.selectFrom("usages").select("id").execute(),
    );
    expect(rows).toHaveLength(5);
  });

  it("API-12 rejects invalid pages", async () => {
    for (const request of [
      { page: 0, page_size: 10 },
      { page: 1, page_size: 101 },
      { page: 1.5, page_size: 10 },
      { page: 1, page_size: 10, tool: "a\u0000b" },
    ])
      expect(await server.call(getUsagePage, request, { token })).toMatchObject({ status: 400 });
    expect(await server.call(getUsagePage, { page: 1, page_size: 1 })).toMatchObject({
      status: 401,
    });
  });

  it("API-12 pages of a long list are those of the list itself, whatever is deleted", async () => {
    const tools = ["cleaner", "splitter"];
    const ids = await fill(5 * BLOCK + 100, (at) => tools[at % 3 === 0 ? 0 : 1]!);
    let shown = ids.map((id, at) => ({ id, tool: tools[at % 3 === 0 ? 0 : 1]! }));
    // Creates the marks before anything is deleted.
    await page(1, 10);
    await page(1, 10, "splitter");
    const expectSame = async (at: number, size: number, tool: string | undefined) => {
      const expected = shown.filter((row) => tool === undefined || row.tool === tool).reverse();
      const { list, total } = await page(at, size, tool);
      expect(total).toBe(expected.length);
      expect(list.map(({ id }) => id)).toEqual(
        expected.slice((at - 1) * size, at * size).map(({ id }) => id),
      );
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          size: fc.integer({ min: 1, max: 100 }),
          tool: fc.constantFrom(undefined, ...tools),
          gone: fc.array(fc.nat(ids.length - 1), { maxLength: 30 }),
        }),
        async ({ at, size, tool, gone }) => {
          if (gone.length > 0) {
            const chosen = gone.map((index) => ids[index]!);
            await server.call(deleteUsage, { ids: chosen }, { token });
            shown = shown.filter(({ id }) => !chosen.includes(id));
          }
          const pages = Math.ceil(shown.length / size);
          await expectSame(1 + Math.floor(at * pages), size, tool);
        },
      ),
      { numRuns: 60 },
    );
    const marks = await server.deps.db.read((queries) =>
      queries.selectFrom("history_marks").select("count").where("list", "=", "usages").execute(),
    );
    expect(marks).toHaveLength(5);
  });

  it("API-12 a page far down is found by keys, not by counting rows", async () => {
    await fill(6 * BLOCK, () => "cleaner");
    await page(1, 20);
    if (engine === "postgres") await server.deps.db.write((tx) => sql`analyze`.execute(tx));
    const list = { userId, table: "usages" } as const;
    const { idsOf } = await import("./list.ts");
    // A covering index: the query plan contains its name.
    const explained = await server.deps.db.read(async (queries) => {
      const query = idsOf(queries, list, { upTo: "z" }).orderBy("r.id", "desc").limit(20).compile();
      const word = engine === "sqlite" ? sql`explain query plan ` : sql`explain `;
      const filled = query.parameters.reduce<string>(
        (text, value) => text.replace(/\$\d+|\?/, `'${String(value)}'`),
        query.sql,
      );
      const { rows } = await sql`${word}${sql.raw(filled)}`.execute(queries);
      return JSON.stringify(rows);
    });
    expect(explained).toMatch(/usages_shown|usages_pkey|sqlite_autoindex_usages/);
    expect(explained).not.toMatch(/Seq Scan|SCAN r(?! USING)|TEMP B-TREE/);
  });

  it("API-13 pages of payments are a user's own", async () => {
    const shopper = await createShopper(server);
    const orders = [await shopper.buy("pack-60"), await shopper.buy("pack-200")];
    const { data } = await server.call(getPaymentPage, { page: 2, page_size: 1 }, shopper);
    expect(data).toMatchObject({ total: 2, list: [{ order_id: orders[0], status: "paid" }] });
    const other = await server.call(getPaymentPage, { page: 1, page_size: 10 }, { token });
    expect(other.data).toMatchObject({ total: 0, list: [] });
  });
});
