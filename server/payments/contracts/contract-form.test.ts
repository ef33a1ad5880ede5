import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../db/test-databases.ts";
import { type TestServer, createTestServer } from "../../testing/test-server.ts";

describeOnDatabases("declarations about contracts", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer(await fresh());
  });
  afterEach(() => server.close());
  const declare = (kind: string, fields: Record<string, string>) =>
    server.app.request(`https://api.example/audio/contract/${kind}?lang=de`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  const ada = { name: "Ada", order: "pack of March 3", email: "ada@example.org" };

  it.each([
    ["withdraw", "withdrawalReceived", "Widerruf bestätigen"],
    ["cancel", "cancellationReceived", "Jetzt kündigen"],
  ])(
    "USR-12 %s is declared without an account, confirmed to its sender and forwarded to the operator",
    async (kind, template, button) => {
      const form = await server.app.request(`https://api.example/audio/contract/${kind}?lang=de`);
      expect(await form.text()).toContain(button);
      const answer = await declare(kind, ada);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("ada@example.org");
      expect(server.sentEmails).toMatchObject([
        { to: "ada@example.org", locale: "de", template, values: ada },
        { to: "hello@fermata.example", locale: "en", template, values: ada },
      ]);
    },
  );

  it("USR-12 a declaration without a name or an address shows the form again, with what was entered", async () => {
    for (const fields of [
      { ...ada, name: " " },
      { ...ada, email: "ada" },
    ]) {
      const answer = await declare("withdraw", fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("pack of March 3");
    }
    expect(server.sentEmails).toEqual([]);
  });

  it("USR-12 strangers cannot flood a mailbox, nor send links to it", async () => {
    for (let count = 0; count < 3; count++)
      await declare("withdraw", { ...ada, order: "https://evil.example\nx" });
    expect(JSON.stringify(server.sentEmails)).not.toContain("://");
    expect((await declare("withdraw", ada)).status).toBe(429);
    expect(server.sentEmails).toHaveLength(6);
  });
});
