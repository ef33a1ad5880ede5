import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { MessageRefused } from "../ports/mail.ts";
import { createTwilioSmsSender, parseTwilio } from "./twilio-sms.ts";

const SID = "AC0123456789abcdef0123456789abcdef";

interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const servers: http.Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/**
 * A fake of the provider's API. @returns the requests it has received, and its URL without a scheme
 */
async function provider(status: number, answer: object) {
  const requests: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const { authorization } = request.headers;
      requests.push({ path: `${request.method} ${request.url}`, authorization, form });
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sender = (from: string) =>
    createTwilioSmsSender(
      parseTwilio(`twilio://${SID}:s%2Fcret@${host}?from=${from}&insecure=1`),
      globalThis.fetch,
    );
  return { asked: requests, texter: sender };
}

it("USR-4 a text message is asked of Twilio's API with its account, sender and words", async () => {
  const { asked: requests, texter: sender } = await provider(201, { sid: "SM1", status: "queued" });
  const words = "012345 is your code for Fermata & more";
  await sender("%2B12025550100").send("+491701234567", words);
  await sender("MG00112233").send("+491701234567", words);
  await sender("Fermata").send("+491701234567", words);
  const authorization = `Basic ${Buffer.from(`${SID}:s/cret`).toString("base64")}`;
  const path = `POST /2010-04-01/Accounts/${SID}/Messages.json`;
  const form = { To: "+491701234567", Body: words };
  expect(requests).toEqual([
    { path, authorization, form: { ...form, From: "+12025550100" } },
    { path, authorization, form: { ...form, MessagingServiceSid: "MG00112233" } },
    { path, authorization, form: { ...form, From: "Fermata" } },
  ]);
});

it.each([
  [400, 21_211, true],
  [404, 20_404, true],
  [401, 20_003, false],
  [429, 20_429, false],
  [503, undefined, false],
])("USR-4 after %i of Twilio with code %s, it is given up: %s", async (status, code, isFinal) => {
  const message = "The 'To' number +491701234567 is not a valid phone number.";
  const { texter: sender } = await provider(status, { status, message, ...(code && { code }) });
  const error: unknown = await sender("Fermata")
    .send("+491701234567", "words")
    .catch((thrown: unknown) => thrown);
  expect(error instanceof MessageRefused).toBe(isFinal);
  expect(error).toMatchObject({ code: code ? `twilio_${code}` : `http_${status}` });
  // The log contains no phone numbers.
  expect(String(error)).not.toMatch(/\d{6}/);
});

it("USR-4 a provider that is not reached, or leads elsewhere, is an error that may pass", async () => {
  const sender = createTwilioSmsSender(
    parseTwilio(`twilio://${SID}:x@127.0.0.1:9?from=Fermata&insecure=1`),
    globalThis.fetch,
  );
  const error: unknown = await sender.send("+491701234567", "x").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MessageRefused);
});

it("USR-4 the address of the provider is read, or refused without its secret", () => {
  expect(parseTwilio(`twilio://${SID}:t0ken@api.twilio.com?from=+12025550100`)).toEqual({
    endpoint: "https://api.twilio.com",
    sid: SID,
    token: "t0ken",
    from: "+12025550100",
  });
  for (const wrong of [
    `twilio://${SID}:t0ken@api.twilio.com`,
    `twilio://${SID}@api.twilio.com?from=a`,
    "twilio://someone:t0ken@api.twilio.com?from=a",
    "twilio://",
  ])
    expect(() => parseTwilio(wrong)).toThrow(/^SMS_URL: twilio:\/\/<account SID>/);
});
