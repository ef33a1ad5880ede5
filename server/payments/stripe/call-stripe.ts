import { PaymentUnavailable } from "../../ports/payment.ts";

const ORIGIN = "https://api.stripe.com";
/** API version with the response shapes that this code supports. */
export const STRIPE_VERSION = "2024-06-20";
/** Timeout in milliseconds. */
const TIME = 20_000;
const TRIES = 3;

type Field = string | number | boolean | undefined | readonly Fields[] | Fields;
export interface Fields {
  readonly [name: string]: Field;
}

/** Form encoding of nested fields as Stripe expects it: `a[b][0][c]=d`. */
export function encodeFields(fields: Fields): URLSearchParams {
  const encoded = new URLSearchParams();
  const add = (name: string, value: Field): void => {
    if (value === undefined) return;
    if (typeof value !== "object") return encoded.append(name, String(value));
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner as Field);
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return encoded;
}

export interface StripeOptions {
  readonly secretKey: string;
  readonly fetch: typeof globalThis.fetch;
  /** Waits for a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}
interface StripeCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly fields?: Fields;
  /** A repeated call with the same key is executed once; undefined for idempotent calls. */
  readonly idempotencyKey?: string;
}

/** Stripe has rejected a call; `code` is its error code. */
export class StripeError extends PaymentUnavailable {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`Stripe answers ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Calls Stripe's API, with retries if there is no response.
 * @throws {PaymentUnavailable} or, for a rejected call, {StripeError}; neither contains the key
 */
export async function callStripe(
  { secretKey, fetch, pause }: StripeOptions,
  { method, path, fields = {}, idempotencyKey }: StripeCall,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    let failure: PaymentUnavailable;
    try {
      const response = await fetch(ORIGIN + path, {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          "content-type": "application/x-www-form-urlencoded",
          "stripe-version": STRIPE_VERSION,
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        redirect: "error",
        signal: AbortSignal.timeout(TIME),
        ...(method === "POST" && { body: encodeFields(fields).toString() }),
      });
      const reply = (await response.json()) as { error?: { code?: string; type?: string } };
      if (response.ok) return reply;
      const { code, type } = reply.error ?? {};
      failure = new StripeError(response.status, code ?? type ?? "");
      const mayPass = response.status === 409 || response.status === 429 || response.status >= 500;
      if (!mayPass) throw failure;
    } catch (error) {
      if (error instanceof StripeError) throw error;
      failure = new PaymentUnavailable("Stripe cannot be reached", { cause: error });
    }
    if (attempt >= TRIES) throw failure;
    await pause(250 * 2 ** attempt);
  }
}
