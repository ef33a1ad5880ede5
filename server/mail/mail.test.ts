import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import type { Email } from "../deps/mail.ts";
import { renderEmail } from "./render-email.ts";
import { createOutbox, createSmtpMailer } from "./mailers.ts";
import { loadEmailTexts } from "./email-texts.ts";

const LOCALES = path.resolve(import.meta.dirname, "../../locales");
const site = { name: "Fermata & <Co>", contact: "hello@fermata.example" };
const emailTexts = await loadEmailTexts([LOCALES], DEFAULT_LOCALES);
const sender = { emailTexts, site, locales: DEFAULT_LOCALES };
const english = JSON.parse(fs.readFileSync(path.join(LOCALES, "en/emails.json"), "utf8")) as Record<
  string,
  unknown
>;
const TEMPLATES = Object.entries(english)
  .filter(([, texts]) => typeof texts === "object")
  .map(([name]) => name);
const email = (template: string, more: Partial<Email> = {}): Email => ({
  to: "a@example.org",
  locale: "en",
  template,
  values: {
    minutes: 10,
    left: 9,
    name: "Basic",
    before: "$8.00",
    consent: "I ask for the credits at once.",
    amount: "$9.00",
    date: "2026-11-29",
    order: "4711",
    email: "a@example.org",
  },
  code: "012345",
  ...more,
});

it("USR-4 a code's message contains the code, its validity, and the sender", () => {
  const mail = renderEmail(email("registerCode"), sender);
  expect(mail.subject).toBe("012345 is your code for Fermata & <Co>");
  expect(mail.text).toContain("\n\n012345\n\n");
  expect(mail.text).toContain("10 minutes");
  expect(mail.text).toContain("hello@fermata.example");
  expect(mail.html).toContain("012345</p>");
  expect(mail.html).toContain("Fermata &amp; &lt;Co&gt;");
  expect(mail.html).not.toContain("<Co>");
  expect(mail.html).not.toMatch(/<(script|img|link)|https?:/);
});

it.each(TEMPLATES)("USR-4 the message %s is whole in every language", (template) => {
  for (const { code: locale, language } of DEFAULT_LOCALES) {
    const mail = renderEmail(email(template, { locale }), sender);
    for (const text of [mail.subject, mail.text, mail.html]) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/\{\{|\}\}|\b(undefined|null)\b/);
      expect(text).not.toContain(`${template}.`);
    }
    expect(mail.html).toContain(`lang="${language}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
});

it("USR-4 a locale that has no words of its own, or is none, gets the fallback's", () => {
  expect(renderEmail(email("registerCode", { locale: "xx" }), sender).subject).toContain(
    "is your code",
  );
});

it("USR-4 in development messages are files in the outbox", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-outbox-"));
  const written: string[] = [];
  let id = 0;
  const outbox = createOutbox(folder, "Fermata <no-reply@fermata.example>", {
    ids: () => `${++id}`,
    onWritten: (file) => written.push(file),
  });
  await outbox.send(renderEmail(email("registerCode"), sender));
  await outbox.send(renderEmail(email("registerCode", { to: "b@example.org" }), sender));
  expect(
    fs
      .readdirSync(folder)
      .map((name) => path.join(folder, name))
      .sort(),
  ).toEqual([...written].sort());
  const text = fs.readFileSync(written[0]!, "utf8");
  expect(text).toContain("To: a@example.org\r\n");
  expect(text).toContain("Auto-Submitted: auto-generated");
  expect(text).toMatch(/^Subject: 012345/m);
  expect(fs.statSync(written[0]!).mode & 0o777).toBe(0o600);
  await outbox.erase("A@example.org");
  expect(fs.readdirSync(folder)).toEqual([path.basename(written[1]!)]);
  fs.rmSync(folder, { recursive: true });
});

/** A mail server that accepts everything. @returns the commands it has received */
async function listen(): Promise<{ url: string; commands: string[]; close: () => void }> {
  const commands: string[] = [];
  const server = net.createServer((socket) => {
    let inData = false;
    socket.write("220 test ESMTP\r\n");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      for (const line of chunk
        .toString()
        .split("\r\n")
        .filter((text) => text !== "")) {
        commands.push(line);
        if (inData) {
          if (line !== ".") continue;
          inData = false;
          socket.write("250 ok\r\n");
        } else if (line.startsWith("EHLO")) socket.write("250-test\r\n250 8BITMIME\r\n");
        else if (line === "STARTTLS") socket.write("502 no\r\n");
        else if (line === "DATA") {
          inData = true;
          socket.write("354 go\r\n");
        } else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, commands, close: () => server.close() };
}

it("USR-4 mail goes to one address, whatever it looks like", async () => {
  const smtp = await listen();
  const mailer = createSmtpMailer(smtp.url, "no-reply@fermata.example", { plaintext: true });
  const send = (to: string) => mailer.send({ ...renderEmail(email("registerCode"), sender), to });
  await send("a@example.org");
  expect(smtp.commands.filter((line) => /^RCPT/i.test(line))).toEqual(["RCPT TO:<a@example.org>"]);
  for (const to of ["a@example.org, evil@example.org", "a@example.org\r\nBcc: evil@example.org"])
    await send(to).catch(() => {});
  expect(smtp.commands.filter((line) => /^RCPT TO:<evil@|^Bcc/i.test(line))).toEqual([]);
  mailer.close();
  smtp.close();
});

it.each(["", "?requireTLS=false", "?ignoreTLS=true", "?opportunisticTLS=true"])(
  "API-17 neither mail nor password goes to a server that offers no encryption %s",
  async (query) => {
    const smtp = await listen();
    const url = smtp.url.replace("//", "//user:secret-canary@") + query;
    const mailer = createSmtpMailer(url, "no-reply@fermata.example");
    const mail = renderEmail(email("registerCode"), sender);
    await expect(mailer.send({ ...mail, to: "a@example.org" })).rejects.toThrow(/TLS/);
    expect(smtp.commands.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
    mailer.close();
    smtp.close();
  },
);
