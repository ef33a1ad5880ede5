import { FACTS } from "#core/facts/facts.ts";
import type { Deps } from "../deps/deps.ts";

/** Version of the declaration: it changes with the English text. */
export const CONSENT_VERSION = "2026-11";

/**
 * The declaration that a customer makes before paying: performance begins within the withdrawal
 * period (Directive 2011/83/EU, articles 7, 14 and 16).
 */
export const consentText = ({ emailTexts }: Pick<Deps, "emailTexts">, locale: string): string =>
  emailTexts.text(locale, "payments.consent.text", { days: FACTS.withdrawalDays });

/** Repeats the declaration in the email about the payment, its durable medium. */
export const consentNote = (deps: Pick<Deps, "emailTexts">, locale: string, date: string): string =>
  deps.emailTexts.text(locale, "payments.consent.note", {
    date,
    text: consentText(deps, locale),
  });
