import { type SmsSender, MessageRefused } from "../ports/mail.ts";

/** Timeout in milliseconds. */
const TIME = 15_000;
/** Statuses of messages that the provider rejects permanently because of their number or text. */
const NEVER = [400, 404];

export interface TwilioAccount {
  /** Origin of the API. */
  readonly endpoint: string;
  readonly sid: string;
  readonly token: string;
  /** A phone number of the account, a sender name, or the id of a messaging service. */
  readonly from: string;
}

/**
 * Parses `twilio://<account SID>:<auth token>@api.twilio.com?from=<sender>[&insecure=1]`.
 * @throws {RangeError} without the URL, because it contains the token
 */
export function parseTwilio(address: string): TwilioAccount {
  const url = URL.parse(address.replace(/^twilio:/, "https:"));
  // A plus sign decodes to a space in a query, but phone numbers begin with it.
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
      // The provider's error text contains the phone number.
      const name = typeof code === "number" ? `twilio_${code}` : `http_${response.status}`;
      if (NEVER.includes(response.status)) throw new MessageRefused(name);
      throw Object.assign(new Error("The provider of text messages failed"), { code: name });
    },
  };
}
