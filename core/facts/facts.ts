import { CODE } from "../api/contract/shapes.ts";
import { CLAIM_AFTER, INPUT_FREE_FOR, RESERVATION_LASTS } from "../credits/credits.ts";

/**
 * Periods and limits that the server keeps and the pages state: content files show one as
 * `{{name}}`. The unit is the end of the name.
 */
export const FACTS = {
  /** Between two claims of free credits. */
  claimHours: CLAIM_AFTER / 3600,
  /** In which another job with the same input is free. */
  repeatHours: INPUT_FREE_FOR / 3600,
  /** After which an unfinished job releases its credits. */
  reservationHours: RESERVATION_LASTS / 3600,
  /** Before the end of the paid period, at which a reminder of the renewal is sent. */
  reminderDays: 7,
  /** For which the credits of a plan are valid. */
  planCreditsMonths: 1,
  /** Attempts to collect a renewal. */
  renewalTries: 3,
  /** After the end of the paid period, at which an unpaid plan ends. */
  graceDays: 10,
  /** For which the free credits of a mailbox are remembered. */
  rememberedWeeks: 8,
  codeMinutes: CODE.seconds / 60,
  /** For which the server tries to deliver a message without a code; then it deletes the message. */
  messageDays: 2,
  /** Without use, after which a login ends. */
  idleDays: 30,
  /** After which a login, and the memory of a device, end in any case. */
  loginDays: 180,
  /** For withdrawing from a purchase. */
  withdrawalDays: 14,
  /** From the email that announces another price or other terms to the day on which they apply. */
  noticeDays: 30,
} as const;

/**
 * Rules of money and messages. A content file wraps the sentence that states one in
 * `{{#name}}…{{/name}}`; `server/facts.test.ts` compares each with what the server does.
 */
export const RULES = {
  /** Credits of packs never expire. */
  packCreditsStay: true,
  /** Credits of a plan expire; those of another plan replace nothing. */
  planCreditsExpire: true,
  /** Another plan starts at once, and the rest of the paid period is not credited. */
  plansWithoutProration: true,
  /** A partial refund of money takes back no credits. */
  partialRefundsKeepCredits: true,
  /** A full refund takes back the credits that were not used. */
  fullRefundsTakeCredits: true,
  /** Jobs that fail or are canceled cost nothing. */
  failedJobsAreFree: true,
  /** A failed or canceled job pays for the work that hosted models did for it. */
  hostedWorkIsCharged: true,
  /** A running plan renews at the price at which it was bought, unless another is announced. */
  plansKeepTheirPrice: true,
  /** Another price or other terms apply after an email, whatever the notification setting is. */
  changesAreAnnounced: true,
  /** Before paying, customers ask for the credits within the withdrawal period; an email repeats it. */
  purchasesAskForConsent: true,
  /** Emails about payments are sent whatever the notification setting is. */
  paymentEmailsAlways: true,
  /** Email notifications are off until the user turns them on. */
  noticesAreOptional: true,
  /** A reminder precedes the renewal of a yearly plan whatever the notification setting is. */
  yearlyPlansAreReminded: true,
} as const;
