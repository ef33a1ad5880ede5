import { afterEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { exportData } from "#core/api/accounts/export-data.ts";
import { getRatings } from "#core/api/ratings/get-ratings.ts";
import { getReviews } from "#core/api/ratings/get-reviews.ts";
import { LONGEST_REVIEW } from "#core/api/contract/shapes.ts";
import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer, TEST_SETTINGS } from "../testing/test-server.ts";

describeOnDatabases("ratings", ({ fresh }) => {
  let server: TestServer;
  afterEach(() => server.close());
  const operator = { token: "o".repeat(24) };
  const open = async (overrides?: Parameters<typeof createTestServer>[1]) => {
    const database = await fresh();
    const settings = { ...TEST_SETTINGS, database, operatorToken: operator.token };
    return (server = await createTestServer(database, { settings, ...overrides }));
  };

  const visitorOf = (at: number): string => `visitor-number-${at}`;
  const rate = (
    stars: number,
    {
      at = 1,
      tool = "cleaner",
      review,
      token,
      client,
    }: { at?: number; tool?: string; review?: string; token?: string; client?: string } = {},
  ) =>
    server.call(
      rateTool,
      {
        tool,
        stars,
        visitor: visitorOf(at),
        locale: "en",
        ...(review !== undefined && { review }),
      },
      { token, client: client ?? `192.0.2.${at}` },
    );
  const summary = async () => (await server.call(getRatings, {}, operator)).data.ratings;
  const reviews = async (over: { page?: number; page_size?: number; tool?: string } = {}) =>
    (await server.call(getReviews, { page: 1, page_size: 10, ...over }, operator)).data;

  it("SEO-2 CLI-14 a visitor has one rating for a tool: the last one", async () => {
    await open();
    expect((await rate(2, { review: "Not yet." })).data).toEqual({ stars: 2 });
    await rate(5, { review: "  Now it is.\u0007 " });
    await rate(4, { at: 2 });
    await rate(4, { tool: "splitter" });
    expect(await summary()).toEqual([
      { tool: "cleaner", value: 4.5, count: 2, reviews: 1 },
      { tool: "splitter", value: 4, count: 1, reviews: 0 },
    ]);
    const { list, total } = await reviews();
    expect(total).toBe(3);
    expect(list.map(({ tool, stars, review }) => [tool, stars, review])).toEqual([
      ["splitter", 4, ""],
      ["cleaner", 4, ""],
      ["cleaner", 5, "Now it is."],
    ]);
  });

  it("CLI-14 counts each of several concurrent ratings once", async () => {
    await open();
    await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        rate(1 + (at % 5), { at: at % 8, client: `203.0.113.${at}` }),
      ),
    );
    expect(await summary()).toMatchObject([{ tool: "cleaner", count: 8 }]);
  });

  it("CLI-14 pages of what was written are the newest first, of one tool alone where it is named", async () => {
    await open();
    for (let at = 1; at <= 5; at++) {
      server.advance(1000);
      await rate(at, { at, tool: at % 2 ? "cleaner" : "splitter", review: `Words ${at}` });
    }
    const first = await reviews({ page_size: 2 });
    const second = await reviews({ page: 2, page_size: 2 });
    expect([...first.list, ...second.list].map(({ review }) => review)).toEqual([
      "Words 5",
      "Words 4",
      "Words 3",
      "Words 2",
    ]);
    expect(await reviews({ tool: "splitter" })).toMatchObject({ total: 2 });
  });

  it("CLI-14 pages by the last id are those by number, and sums those of the rows", async () => {
    await open();
    for (let n = 0; n < 40; n++) {
      server.advance(1000);
      const review = n % 3 === 0 ? `Words ${n}` : "";
      await rate(1 + (n % 5), { at: n % 13, tool: n % 2 ? "cleaner" : "splitter", review });
    }
    const first = await reviews({ page_size: 5 });
    const before = first.list.at(-1)!.id;
    const { data } = await server.call(getReviews, { page: 1, page_size: 5, before }, operator);
    expect(data.list).toEqual((await reviews({ page: 2, page_size: 5 })).list);
    const rows = await server.deps.db.read((q) => q.selectFrom("ratings").selectAll().execute());
    expect(first.total).toBe(rows.length);
    for (const { tool, count, reviews: written } of await summary()) {
      const own = rows.filter((row) => row.tool === tool);
      expect(count).toBe(own.length);
      expect(written).toBe(own.filter(({ review }) => review !== "").length);
    }
  });

  it.each([
    { stars: 0 },
    { stars: 6 },
    { stars: 4.5 },
    { visitor: "short" },
    { visitor: "with a space in it" },
    { review: "x".repeat(LONGEST_REVIEW + 1) },
    { locale: "x".repeat(36) },
  ])("API-17 a rating that is none is refused: %j", async (over) => {
    await open();
    const request = { tool: "cleaner", stars: 3, visitor: visitorOf(1), locale: "en", ...over };
    expect((await server.call(rateTool, request)).key).toBe("invalid_request");
    expect(await summary()).toEqual([]);
  });

  it("API-17 an unknown tool cannot be rated", async () => {
    await open();
    expect((await rate(5, { tool: "none" })).key).toBe("not_found");
  });

  it("API-17 a client gives 20 ratings in an hour, others as before", async () => {
    await open();
    for (let at = 0; at < 20; at++)
      expect((await rate(5, { at, client: "192.0.2.1" })).status).toBe(200);
    expect((await rate(5, { at: 20, client: "192.0.2.1" })).key).toBe("too_many_tries");
    expect((await rate(5, { at: 21, client: "198.51.100.1" })).status).toBe(200);
    server.advance(3_600_001);
    expect((await rate(5, { at: 22, client: "192.0.2.1" })).status).toBe(200);
  });

  it("API-17 where a network rates without end its clients have to work for it", async () => {
    await open();
    const keys = [];
    for (let at = 0; at < 70; at++) keys.push((await rate(5, { at, client: `192.0.2.${at}` })).key);
    expect(keys.slice(0, 60)).toEqual(Array(60).fill(undefined));
    expect(keys.at(-1)).toBe("proof_needed");
    expect((await rate(5, { at: 99, client: "198.51.100.1" })).status).toBe(200);
  });

  it("API-17 the database has no visitor's number and no address", async () => {
    await open();
    await rate(3, { review: "Words" });
    const rows = await server.deps.db.read((q) => q.selectFrom("ratings").selectAll().execute());
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(visitorOf(1));
    expect(JSON.stringify(rows)).not.toContain("192.0.2.1");
  });

  it("USR-5 a signed-in user has one rating, can export it, and its text is deleted with the account", async () => {
    await open();
    const { token } = await server.addUser();
    await rate(1, { review: "Before signing in" });
    await rate(4, { token, review: "Canary of words" });
    await rate(5, { token, at: 2, review: "Canary of words, on a phone" });
    const { data } = await server.call(exportData, {}, { token });
    expect(data.ratings).toEqual([
      {
        tool: "cleaner",
        stars: 5,
        review: "Canary of words, on a phone",
        created_at: Math.floor(server.deps.clock() / 1000),
      },
    ]);
    await server.call(cancelAccount, { password: "a password of mine" }, { token });
    expect(await summary()).toEqual([{ tool: "cleaner", value: 5, count: 1, reviews: 0 }]);
    const rows = await server.deps.db.read((q) => q.selectFrom("ratings").selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain("Canary");
    expect(rows[0]).toMatchObject({ user_id: null, visitor: rows[0]!.id });
  });

  it("CLI-14 if a token is configured, all requests need it, and a user's token is not accepted", async () => {
    await open();
    const { token } = await server.addUser();
    for (const call of [getRatings, getReviews] as const) {
      const request = (call === getRatings ? {} : { page: 1, page_size: 10 }) as never;
      expect((await server.call(call, request, { client: "127.0.0.1" })).key).toBe("forbidden");
      expect((await server.call(call, request, { token })).key).toBe("forbidden");
      expect((await server.call(call, request, operator)).status).toBe(200);
    }
  });
});
