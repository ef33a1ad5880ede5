import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { live, createShopper, DAY, press } from "../testing/test-shop.ts";
import { type TestServer, createTestServer, TEST_OFFERS } from "../testing/test-server.ts";
import { announce } from "./announce.ts";
import { NOTICE, planPrices } from "./announcement.ts";
import { sendAnnouncements } from "./send-announcements.ts";

const START = Date.UTC(2027, 0, 15, 9);
const PRICES = planPrices({
  ...TEST_OFFERS,
  plans: TEST_OFFERS.plans.map((plan) => ({ ...plan, monthly: 12 })),
});

describeOnDatabases("announcements", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer(await fresh(), { start: START });
  });
  afterEach(() => server.close());

  const announceChange = (
    kind: "prices" | "terms" | "privacy",
    { days = 40, isDryRun = false } = {},
  ) => {
    const now = server.deps.clock();
    const effectiveAt = Math.floor(now / DAY) * DAY + days * DAY;
    return announce(server.deps.db, { kind, effectiveAt, prices: PRICES, now }, { isDryRun });
  };
  const send = (mayContinue = async () => true) => sendAnnouncements(server.deps, mayContinue);
  const subscriber = async (plan = "basic-monthly") => {
    const shopper = await createShopper(server);
    const { url } = await shopper.open(plan);
    await press(server, url, { action: "pay" });
    return { ...shopper, url };
  };
  const mails = () => server.sentEmails.filter(({ template }) => template.endsWith("Changed"));
  const setLocale = (userId: string, locale: string) =>
    server.deps.db.write((tx) =>
      tx.updateTable("users").set({ locale }).where("id", "=", userId).execute(),
    );
  const amounts = () =>
    server.deps.db.read((queries) =>
      queries
        .selectFrom("orders")
        .select("amount")
        .where("status", "=", "paid")
        .orderBy("paid_at")
        .execute(),
    );

  it("USR-11 changed terms are announced to each account, in its language, once", async () => {
    const { userId } = await server.addUser();
    await setLocale(userId, "de");
    await server.addUser();
    expect(await announceChange("terms", { isDryRun: true })).toMatchObject({ sent: 0, left: 2 });
    await send();
    expect(mails()).toEqual([]);
    expect(await announceChange("terms")).toMatchObject({ sent: 0, left: 2 });
    server.advance(1000);
    await server.addUser();
    await send();
    await announceChange("terms");
    await send();
    expect(mails()).toMatchObject([
      {
        locale: "de",
        values: { date: "24. Februar 2027" },
        link: { url: "https://fermata.example/de/terms-policy" },
      },
      { locale: "en", values: { date: "February 24, 2027" } },
    ]);
    expect(await announceChange("terms")).toEqual({ id: "terms:2027-02-24", sent: 2, left: 0 });
  });

  it("USR-11 notifies each account once when processes stop and run at the same time", async () => {
    for (let count = 0; count < 7; count++) await server.addUser();
    await announceChange("privacy");
    let turns = 0;
    await send(async () => ++turns < 2);
    expect(mails()).toHaveLength(2);
    const { emails } = server.deps;
    const dying = { ...server.deps, emails: { ...emails, add: () => Promise.reject(Error()) } };
    await expect(sendAnnouncements(dying, async () => true)).rejects.toThrow();
    // Two processes: each stops at an account that the other one has notified.
    for (let round = 0; round < 7; round++) await Promise.all([send(), send()]);
    expect(new Set(mails().map(({ to }) => to)).size).toBe(7);
    expect(mails()).toHaveLength(7);
  });

  it("USR-11 sends at most 100 messages in a round, and gives late ones the whole notice", async () => {
    await server.deps.db.write(async (tx) => {
      const values = Array.from({ length: 101 }, (_, at) => ({
        id: server.deps.ids(),
        email: `${at}@example.org`,
        password_hash: null,
        locale: "en",
        is_send_email: 0,
        customer_id: "",
        created_at: START,
        security_stamp: 0,
      }));
      await tx.insertInto("users").values(values).execute();
    });
    await announceChange("terms");
    await send();
    expect(mails()).toHaveLength(100);
    server.advance(15 * DAY);
    await send();
    expect(mails().slice(100)).toMatchObject([{ values: { date: "March 1, 2027" } }]);
  });

  it("USR-11 another price is announced to those whose plan renews at it, and then charged", async () => {
    const buyer = await subscriber();
    await subscriber("basic-yearly");
    await server.addUser();
    const canceled = await subscriber();
    await server.call(cancelSubscription, {}, { token: canceled.token });
    expect(await announceChange("prices", { days: 32 })).toMatchObject({ left: 1 });
    await send();
    expect(mails()).toMatchObject([
      {
        template: "priceChanged",
        // The first renewal on or after the day: that in March.
        values: { name: "Basic", before: "$9.00", amount: "$12.00", date: "March 15, 2027" },
        link: { url: "https://fermata.example/subscription" },
      },
    ]);
    expect(mails()[0]!.to).toBe(
      (
        await server.deps.db.read((queries) =>
          queries
            .selectFrom("users")
            .select("email")
            .where("id", "=", buyer.userId)
            .executeTakeFirstOrThrow(),
        )
      ).email,
    );
    await live(server, 95);
    expect((await amounts()).map(({ amount }) => amount)).toEqual([
      900, 9000, 900, 900, 1200, 1200,
    ]);
    // It is the price of the plan now, so that the same announcement concerns no account.
    expect(await announceChange("prices")).toMatchObject({ left: 0 });
    expect(NOTICE).toBe(30 * DAY);
  });
});
