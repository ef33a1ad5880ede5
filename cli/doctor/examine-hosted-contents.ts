import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { ContentsTotal } from "#server/usage/count-hosted-contents.ts";
import { counted, showSpan } from "../account/show.ts";
import type { Diagnosis } from "./examine.ts";

/** Seconds in which the server erases what is older than any open job. */
const ERASED_WITHIN = 900;
/** Bytes from which the database and its backups are large because of them. */
const LARGE = 10e9;

/** What the database has of calls of hosted models. @param now epoch milliseconds */
export function examineHostedContents(totals: readonly ContentsTotal[], now: number): Diagnosis {
  const name = "hosted calls";
  const bytes = totals.reduce((sum, total) => sum + total.bytes, 0);
  const ages = totals.flatMap(({ since }) => (since === null ? [] : [(now - since) / 1000]));
  const oldest = Math.max(0, ...ages);
  const counts = totals.map(({ role, count }) => counted(count, role)).join(", ");
  const found = `${counts}, ${Math.ceil(bytes / 1e6)} MB${
    ages.length > 0 ? `, the oldest from ${showSpan(oldest)} ago` : ""
  }`;
  if (oldest > RESERVATION_LASTS + ERASED_WITHIN)
    return {
      name,
      state: "warn",
      found,
      fix: "Start the server, which erases what is older than any open job; if it runs, its log has `sweep_failed` or `sweep_step_slow`.",
    };
  if (bytes > LARGE)
    return {
      name,
      state: "warn",
      found,
      fix: "Give the database and its backups the room; docs/server.md says what is stored, and for how long.",
    };
  return { name, state: "ok", found };
}
