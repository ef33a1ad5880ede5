import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { RenderedEmail, Mailer } from "../ports/mail.ts";

const messageOf = (mail: RenderedEmail, from: string): SendMailOptions => ({
  from,
  // As an object, because nodemailer parses a string as a list of addresses.
  to: { name: "", address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "Content-Language": mail.language,
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** URL parameters that could disable encryption. */
const TLS_OPTIONS = ["requireTLS", "ignoreTLS", "opportunisticTLS", "secure"];

/**
 * Sends by SMTP. With `smtp://`, STARTTLS is required: a man in the middle could otherwise remove
 * it from the server's response, and read codes and the password.
 * @param url `smtps://user:password@host`
 * @param plaintext sends without encryption if the `smtp://` server does not offer it
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { plaintext = false }: { readonly plaintext?: boolean } = {},
): Mailer {
  const address = new URL(url);
  for (const option of TLS_OPTIONS) address.searchParams.delete(option);
  const transport = createTransport({
    url: address.href,
    requireTLS: !plaintext && address.protocol === "smtp:",
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    send: async (mail) => void (await transport.sendMail(messageOf(mail, from))),
    erase: async () => {},
    close: () => transport.close(),
  };
}

/** Pseudonym of the recipient for the file name. */
const markOf = (address: string): string =>
  createHash("sha256").update(address.toLowerCase()).digest("hex").slice(0, 12);

/** Writes each message to a file. @param onWritten called with its path */
export function createOutbox(
  folder: string,
  from: string,
  { ids, onWritten }: { ids: () => string; onWritten: (file: string) => void },
): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${ids()}.${markOf(mail.to)}.eml`);
      await fs.writeFile(file, message as Buffer, { mode: 0o600 });
      onWritten(file);
    },
    erase: async (address) => {
      const names = await fs.readdir(folder).catch(() => []);
      const own = names.filter((name) => name.endsWith(`.${markOf(address)}.eml`));
      await Promise.all(own.map((name) => fs.rm(path.join(folder, name), { force: true })));
    },
    close: () => {},
  };
}
