import path from "node:path";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { FACTS } from "#core/facts/facts.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import type { Outbox } from "../db/schema/outbox.ts";
import type { Email, EmailQueue } from "../deps/mail.ts";
import { type Mailer, type RenderedEmail, MessageRefused } from "../ports/mail.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createEmailQueue } from "./email-queue.ts";
import { loadEmailTexts } from "./email-texts.ts";

const site = { name: "Fermata", contact: "hello@fermata.example" };
const emailTexts = await loadEmailTexts(
  [path.resolve(import.meta.dirname, "../../locales")],
  DEFAULT_LOCALES,
);
const email = "mira.unmistakable@example.org";
const password = "a fine long sentence";
const MINUTE = 60_000;
const message: Email = { to: email, locale: "en", template: "registerCode", code: "012345" };

describeOnDatabases("messages", ({ fresh }) => {
  const queues: EmailQueue[] = [];
  let server: TestServer;
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close()));
    await server.close();
  });
  const open = async () => {
    server = await createTestServer(await fresh());
    return server;
  };
  /** Creates the queue of a separate process. */
  const createQueue = (
    send: Mailer["send"],
    sms: Parameters<typeof createEmailQueue>[1]["sms"] = null,
  ): EmailQueue => {
    const mailer: Mailer = { send, erase: async () => {}, close: () => {} };
    const queue = createEmailQueue(server.deps, {
      mailer,
      sms,
      smsPrefixes: ["+49", "+1202"],
      emailTexts,
      site,
      after: () => () => {},
    });
    queues.push(queue);
    return queue;
  };
  const collect = () => {
    const sent: RenderedEmail[] = [];
    const queue = createQueue(async (mail) => void sent.push(mail));
    return { sent, queue };
  };
  const add = (queue: EmailQueue, one: Email | null = message): Promise<void> =>
    server.deps.db.write((tx) => queue.add(tx, email, one));
  const rows = (): Promise<Outbox[]> =>
    server.deps.db.read((queries) => queries.selectFrom("outbox").selectAll().execute());

  it("USR-4 a code is sent by another process where the one that was asked has died", async () => {
    await open();
    const { queue: dying } = collect();
    const secondServer = await createTestServer(server.deps.settings.database, {
      db: server.deps.db,
      emails: dying,
      start: server.deps.clock(),
    });
    expect((await secondServer.call(register, { email, password })).status).toBe(200);
    await dying.close();
    const { sent, queue } = collect();
    await queue.deliver();
    expect(sent).toMatchObject([{ to: email }]);
    const [code] = /\d{6}/.exec(sent[0]!.subject)!;
    expect((await server.call(verifyCode, { email, code })).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it("USR-4 a message whose process dies while it sends is sent by the next, when its time is over", async () => {
    await open();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const { promise: never, resolve: end } = Promise.withResolvers<void>();
    const hanging = createQueue(async () => (begin(), await never));
    await add(hanging);
    const stuck = hanging.deliver();
    await began;
    const { sent, queue } = collect();
    await queue.deliver();
    expect(sent).toEqual([]);
    server.advance(MINUTE);
    await queue.deliver();
    expect(sent).toHaveLength(1);
    end();
    await stuck;
  });

  it("USR-4 of many processes one sends a message", async () => {
    await open();
    const all = Array.from({ length: 5 }, collect);
    for (let n = 0; n < 30; n++) await add(all[0]!.queue);
    await Promise.all(all.map(({ queue }) => queue.deliver()));
    expect(all.reduce((sum, { sent }) => sum + sent.length, 0)).toBe(30);
  });

  it("USR-4 nothing is sent of a transaction that was undone", async () => {
    await open();
    const { sent, queue } = collect();
    const undone = server.deps.db.write(async (tx) => {
      await queue.add(tx, email, message);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await queue.deliver();
    expect(sent).toEqual([]);
  });

  it("USR-4 a rejected message is retried while it is useful, and its failure is logged without its address", async () => {
    await open();
    let tries = 0;
    const queue = createQueue(async () => {
      tries++;
      throw Object.assign(new Error("451 a@example.org later"), {
        code: "EENVELOPE",
        responseCode: 451,
      });
    });
    await add(queue);
    for (let minute = 0; minute < 15; minute++) {
      await queue.deliver();
      server.advance(MINUTE);
    }
    expect(tries).toBeGreaterThan(3);
    expect(await rows()).toEqual([]);
    expect(JSON.stringify(server.logs)).toContain("451");
    expect(JSON.stringify(server.logs)).not.toContain("example.org");
    expect(server.deps.metrics.print()).toContain(
      'toolkit_messages_total{template="registerCode",outcome="failed"} 1',
    );
  });

  it("USR-4 what a server refuses for good is given up after three tries", async () => {
    await open();
    let tries = 0;
    const queue = createQueue(async () => {
      tries++;
      throw Object.assign(new Error("550 no"), { responseCode: 550 });
    });
    await add(queue, { to: email, locale: "en", template: "accountDeleted" });
    for (let hour = 0; hour < 9; hour++) {
      await queue.deliver();
      server.advance(60 * MINUTE);
    }
    expect(tries).toBe(3);
  });

  it("USR-12 a withdrawal that cannot be delivered is deleted after the days that the policy states", async () => {
    await open();
    const queue = createQueue(async () => {
      throw new Error("down");
    });
    await add(queue, { to: email, locale: "en", template: "withdrawalReceived" });
    const end = server.deps.clock() + FACTS.messageDays * 24 * 60 * MINUTE;
    const last: number[] = [];
    while (server.deps.clock() <= end) {
      await queue.deliver();
      if ((await rows()).length > 0) last.push(server.deps.clock());
      server.advance(30 * MINUTE);
    }
    expect(await rows()).toEqual([]);
    expect(end - last.at(-1)!).toBeLessThan(120 * MINUTE);
  });

  it("USR-4 a text message that is refused for good is not tried again", async () => {
    await open();
    let tries = 0;
    const queue = createQueue(async () => {}, {
      send: async () => {
        tries++;
        throw new MessageRefused("twilio_21211");
      },
    });
    await add(queue, { to: "+491701234567", locale: "en", template: "accountDeleted" });
    for (let hour = 0; hour < 3; hour++) {
      await queue.deliver();
      server.advance(60 * MINUTE);
    }
    expect(tries).toBe(1);
    expect(server.logs.filter(({ event }) => event === "message_not_sent")).toMatchObject([
      { level: "error", values: { template: "accountDeleted", code: "twilio_21211" } },
    ]);
  });

  it("USR-4 a text message is a line with the code", async () => {
    await open();
    const sent: string[] = [];
    const queue = createQueue(async () => {}, {
      send: async (to, text) => void sent.push(`${to}: ${text}`),
    });
    const reached = ["+491701234567", "+12025550123", email, "+13105550123", "+881600000000"];
    expect(reached.map(queue.reaches)).toEqual([true, true, true, false, false]);
    await add(queue, { ...message, to: "+491701234567" });
    const link = { label: "paymentReceived.link", url: "https://fermata.example/r/1" };
    const values = { name: "60 credits", amount: "$6" };
    const paid = { locale: "en", template: "paymentReceived", values, link };
    await add(queue, { ...paid, to: "+12025550123" });
    await queue.deliver();
    expect(sent.toSorted()).toEqual([
      "+12025550123: Your payment at Fermata: 60 credits https://fermata.example/r/1",
      "+491701234567: 012345 is your code for Fermata",
    ]);
    const mailOnly = createQueue(async () => {});
    expect([mailOnly.reaches(email), mailOnly.reaches("+491701234567")]).toEqual([true, false]);
  });

  it("USR-4 a queued message contains no address, no readable code, and no revealing length", async () => {
    await open();
    const { queue } = collect();
    await add(queue);
    await add(queue, null);
    const [one, other] = await rows();
    for (const canary of [
      "unmistakable",
      "012345",
      Buffer.from(email).toString("base64url").slice(0, 12),
    ])
      expect(JSON.stringify([one, other])).not.toContain(canary);
    expect(one!.sealed).toHaveLength(other!.sealed.length);
    expect(one!.recipient).toBe(other!.recipient);
    await server.deps.db.write((tx) => queue.erase(tx, "Mira.Unmistakable@example.org"));
    expect(await rows()).toEqual([]);
  });

  it("USR-4 a message that cannot be read goes, and others with it are sent", async () => {
    await open();
    const { sent, queue } = collect();
    await add(queue);
    await server.deps.db.write((tx) => sql`update outbox set sealed = 'AAAA'`.execute(tx));
    await add(queue);
    await queue.deliver();
    expect(sent).toHaveLength(1);
    expect(server.logs.map(({ event }) => event)).toEqual(["message_unreadable"]);
    expect(await rows()).toEqual([]);
  });

  it("USR-4 a reset does the same for known and unknown addresses, and composes nothing before the response", async () => {
    await open();
    const { sent, queue } = collect();
    const secondServer = await createTestServer(server.deps.settings.database, {
      emails: queue,
      start: server.deps.clock(),
    });
    await secondServer.addUser(email);
    const lengths = [];
    for (const to of [email, "nobody@example.org"]) {
      const before = (await rows()).length;
      expect((await secondServer.call(requestReset, { email: to })).status).toBe(200);
      const made = (await rows()).slice(before);
      lengths.push(
        made.map(({ sealed, recipient, tries }) => [sealed.length, recipient.length, tries]),
      );
      // The messages have not been rendered yet.
      expect(sent).toEqual([]);
    }
    expect(lengths[0]).toHaveLength(1);
    expect(lengths[1]).toEqual(lengths[0]);
    await queue.deliver();
    expect(sent.map(({ to }) => to)).toEqual([email]);
    await secondServer.close();
  });

  it("USR-5 what waits for an account goes with it, but for the last message", async () => {
    await open();
    const { sent, queue } = collect();
    const own = await createTestServer(server.deps.settings.database, { emails: queue });
    const user = await own.addUser(email, password);
    await own.call(requestReset, { email });
    expect((await own.call(cancelAccount, { password }, user)).status).toBe(200);
    await sweep(own.deps);
    expect(own.deps.metrics.print()).toContain('toolkit_waiting{queue="mail"} 1\n');
    await queue.deliver();
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining("deleted")]);
    await own.close();
  });
});
