import * as z from "zod/mini";
import { ADDRESS } from "./addresses.ts";

/** Minimum and maximum length of a password, in characters (USR-4). */
export const PASSWORD = { min: 8, max: 128 } as const;
/** Verification codes: six digits, ten minutes, five attempts, a new one after 60 s (USR-4). */
export const CODE = { digits: 6, seconds: 600, attempts: 5, resendAfter: 60 } as const;

/**
 * The second factor: six-digit codes of an authenticator, valid for 30 seconds each (RFC 6238), and
 * one-time recovery codes.
 */
export const SECOND_FACTOR = { digits: 6, seconds: 30, recoveryCodes: 10 } as const;

/**
 * An email address, or a phone number with its country code where the server sends text messages.
 */
export const email = z.string().check(z.trim(), z.maxLength(254), z.regex(ADDRESS));
export const password = z.string().check(z.minLength(PASSWORD.min), z.maxLength(PASSWORD.max));
export const code = z.string().check(z.maxLength(CODE.digits), z.regex(/^\d{6}$/));
/** A code of the authenticator or a recovery code; spaces and dashes are allowed. */
export const secondCode = z.string().check(z.minLength(1), z.maxLength(40));
/** An id or a slug. */
export const name = z.string().check(z.maxLength(200));
/** Code of a locale, such as `en` or `pt-br`. */
export const localeCode = z.string().check(z.maxLength(12), z.regex(/^[a-z]{2}(-[a-z]{2,4})?$/));
/** Solution of the puzzle of a `proof_needed` error. */
export const proof = z.string().check(z.maxLength(250));
/**
 * Random secret that a client generates before it requests a code, and sends again with the code.
 * Like the code verifier of RFC 7636, it binds the code to the client that requested it, and
 * separates clients that share a network address.
 */
export const codeVerifier = z.string().check(z.maxLength(128), z.regex(/^[\w-]{22,128}$/));
/** Device token of an earlier sign-in: requests with it count as those of a known device. */
export const device = z.string().check(z.maxLength(100));
export const channel = z.enum(["email", "text"]);
/** Seconds until another code can be requested. */
const seconds = z.number().check(z.minimum(0));

export const codeSent = z.object({
  registerState: z.literal("code_sent"),
  resend_after: seconds,
});
export const resendAfter = z.object({ resend_after: seconds });

/** The new device token, when the earlier ones have become invalid. */
export const renewedDevice = z.object({ device: z.optional(device) });

/** Password and second code of a signed-in user, entered again. */
export const bothFactors = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(128)),
  second_code: secondCode,
});
/** One-time codes for a lost authenticator; shown only now. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const subscription = z.object({
  plan_id: z.string(),
  plan_name: z.string(),
  period: z.enum(["monthly", "yearly"]),
  status: z.enum(["active", "past_due", "cancelled"]),
  /** Epoch seconds of the next renewal, or of the end when canceled. */
  renews_at: z.number(),
  cancel_at_period_end: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const userInfo = z.object({
  token: z.string(),
  /** Epoch seconds of the last daily claim; 0 before the first. */
  last_get_credits_time: z.number(),
  user_info: z.object({
    user_id: z.string(),
    user_email: z.string(),
    daily_credits_count: z.number(),
  }),
  subscription: z.nullable(subscription),
  /** Customer id at the payment provider; empty before the first purchase. */
  kodepay_user_id: z.string(),
});
export type UserInfo = z.output<typeof userInfo>;
/** Response of signing in. */
export const entered = z.extend(userInfo, { device: z.optional(device) });
export type Entered = z.output<typeof entered>;

export const balance = z.object({
  free_credits: z.number(),
  /** Credits of a plan and bought credits, without those that running jobs hold. */
  buy_credits: z.number(),
  /** Time of the last daily claim in epoch seconds, and number of claims. */
  last_get_credits_time: z.optional(z.number()),
  daily_credits_count: z.optional(z.number()),
});
export type Balance = z.output<typeof balance>;

/** 1: email notifications; anything else: none. */
export const userConfig = z.object({ is_send_email: z.number() });
export type UserConfig = z.output<typeof userConfig>;

const page = z.number().check(z.int(), z.minimum(1));
export const paging = { page, page_size: z.number().check(z.int(), z.minimum(1), z.maximum(100)) };
/** One page of a longer list. */
const pageOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z.object({
    list: z.array(entry),
    /** Entries on all pages. */
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  });

export const usageRecord = z.object({
  id: z.string(),
  /** Slug of the tool. */
  tool: z.string(),
  /** Length of the input. */
  seconds: z.number(),
  cost: z.number(),
  /** Final cost in credits; 0 while reserved. */
  charged: z.optional(z.number()),
  state: z.enum(["reserved", "settled", "refunded"]),
  /** Epoch seconds. */
  created_at: z.number(),
});
export type UsageRecord = z.output<typeof usageRecord>;
export const usagePage = pageOf(usageRecord);

/** Maximum length of a review, in characters. */
export const LONGEST_REVIEW = 1000;
export const reviewRecord = z.object({
  id: z.string(),
  /** Slug of the tool. */
  tool: z.string(),
  stars: z.number(),
  /** Empty for a rating without a review. */
  review: z.string(),
  /** Code of the language of the page. */
  locale: z.string(),
  /** Epoch seconds. */
  created_at: z.number(),
});
export type ReviewRecord = z.output<typeof reviewRecord>;
export const reviewPage = pageOf(reviewRecord);

export const paymentRecord = z.object({
  order_id: z.string(),
  plan_id: z.string(),
  name: z.string(),
  /** In the currency's smallest unit. */
  amount: z.number(),
  /** ISO 4217 */
  currency: z.string(),
  status: z.enum(["pending", "paid", "failed", "refunded"]),
  /** Epoch seconds. */
  created_at: z.number(),
});
export type PaymentRecord = z.output<typeof paymentRecord>;
export const paymentPage = pageOf(paymentRecord);

export const podcast = z.object({
  id: z.string(),
  title: z.string(),
  /** BCP 47 */
  language: z.string(),
  /** Seconds. */
  duration: z.number(),
  audio_url: z.string(),
  /** Epoch seconds. */
  created_at: z.number(),
  transcript: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      speaker: z.string(),
      text: z.string(),
      /** Title of the chapter that begins with this line. */
      chapter: z.optional(z.string()),
    }),
  ),
});
