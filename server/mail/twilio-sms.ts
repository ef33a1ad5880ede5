import { type SmsSender, MessageRefused } from "../ports/mail.ts";

/** Milliseconds in which the provider answers. */
const TIME = 15_000;
/** What the provider says of a number or of a text that it never sends. */
const NEVER = [400, 404];

export interface TwilioAccount {
  /** Origin of the API. */
  readonly endpoint: string;
  readonly sid: string;
  readonly token: string;
  /** A number of the account, a name, or the id of a messaging service. */
  readonly from: string;
}

/**
 * Reads `twilio://<account SID>:<auth token>@api.twilio.com?from=<sender>[&insecure=1]`.
 * @throws {RangeError} without the address, which has the token in it
 */
export function parseTwilio(address: string): TwilioAccount {
  const url = URL.parse(address.replace(/^twilio:/, "https:"));
  // A plus is a space in a query, and the first sign of a number.
  const from =
    url?.searchParams
      .get("from")
      ?.trim()
      .replace(/^(?=\d{8,15}$)/, "+") ?? "";
  if (!url || !/^AC\w+$/.test(url.username) || url.password === "" || from === "")
    throw new RangeError(
      "SMS_URL: twilio://<account SID>:<auth token>@api.twilio.com?from=<sender>",
    );
  const scheme = url.searchParams.get("insecure") === "1" ? "http" : "https";
  return {
    endpoint: `${scheme}://${url.host}`,
    sid: url.username,
    token: decodeURIComponent(url.password),
    from,
  };
}

/** Sends text messages with Twilio's Messages API. */
export function createTwilioSmsSender(
  { endpoint, sid, token, from }: TwilioAccount,
  fetch: typeof globalThis.fetch,
): SmsSender {
  const sender = from.startsWith("MG") ? "MessagingServiceSid" : "From";
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
  return {
    async send(to, text) {
      const response = await fetch(`${endpoint}/2010-04-01/Accounts/${sid}/Messages.json`, {
        method: "POST",
        headers: { Authorization: authorization, Accept: "application/json" },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
        redirect: "error",
        signal: AbortSignal.timeout(TIME),
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const { code } = (await response.json().catch(() => ({}))) as { readonly code?: unknown };
      // Its sentences repeat the number, which is nobody's business.
      const name = typeof code === "number" ? `twilio_${code}` : `http_${response.status}`;
      if (NEVER.includes(response.status)) throw new MessageRefused(name);
      throw Object.assign(new Error("The provider of text messages failed"), { code: name });
    },
  };
}
