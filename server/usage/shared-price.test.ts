import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { replenish } from "#core/api/credits/replenish.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer, TEST_OFFERS } from "../testing/test-server.ts";
import { readToolCosts } from "../tool-costs.ts";

const TOOLS = readToolCosts(path.resolve(import.meta.dirname, "../.."));
/** Tools as pages name them, with what the same song costs in each after it was paid for in the first. */
const PAID = "remove-vocals-from-song";
const TABLE = [
  ["remove-vocals-from-song", 0],
  ["acapella-extractor", 0],
  ["ai-stem-splitter", 0],
  ["karaoke-maker", 0],
  ["youtube-to-karaoke", 0],
  ["remove-guitar-from-song", 0],
  ["ai-audio-enhancer", 3],
  ["reverb-remover", 3],
  ["ai-cover-generator", 4],
  ["ai-audio-to-text", 3],
] as const;
const hash = "a".repeat(64);

describeOnDatabases("one price for one song", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  beforeEach(async () => {
    server = await createTestServer(await fresh(), {
      offers: { ...TEST_OFFERS, gift: 50, ...TOOLS },
    });
    ({ token } = await user());
  });
  afterEach(() => server.close());

  const user = () => server.addUser();
  /** @returns the price and the id of the job */
  const ask = async (
    tool: string,
    more: { seconds?: number; input_hash?: string } = {},
    by = token,
  ) => {
    const job = { tool, seconds: 150, input_hash: hash, ...more };
    const { data } = await server.call(reserve, job, { token: by });
    return { cost: data.cost, id: data.usage_id };
  };
  const quote = async (...job: Parameters<typeof ask>): Promise<number> => {
    const { cost, id } = await ask(...job);
    await server.call(refund, { usage_id: id }, { token: job[2] ?? token });
    return cost;
  };
  const pay = async (tool: string): Promise<number> => {
    const { cost, id } = await ask(tool);
    await server.call(settle, { usage_id: id }, { token });
    return cost;
  };

  it("USR-10 a song that one tool has separated costs nothing in the others that do, and its price in the rest", async () => {
    await server.call(replenish, {}, { token });
    expect(await pay(PAID)).toBe(3);
    const costs: [string, number][] = [];
    for (const [tool] of TABLE) costs.push([tool, await quote(tool)]);
    expect(costs).toEqual(TABLE);
    // A free job has paid for nothing.
    expect(await pay("karaoke-maker")).toBe(0);
    expect(await quote("ai-stem-splitter", { seconds: 300 })).toBe(2);
  });

  it("USR-10 another song, another account, a job that was refunded, and the next day are paid in full", async () => {
    await server.call(replenish, {}, { token });
    expect(await quote(PAID)).toBe(3);
    expect(await quote("karaoke-maker")).toBe(3);
    await pay(PAID);
    expect(await quote("karaoke-maker", { input_hash: "b".repeat(64) })).toBe(3);
    const other = await user();
    await server.call(replenish, {}, { token: other.token });
    expect(await quote("karaoke-maker", {}, other.token)).toBe(3);
    server.advance((INPUT_FREE_FOR + 1) * 1000);
    expect(await quote("karaoke-maker")).toBe(3);
  });
});
