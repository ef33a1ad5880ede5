/** Descriptions of fields by name, above all their units. Fields of forms are self-explanatory. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  amount: "In the currency's smallest unit",
  buy_credits: "Credits of a plan and bought ones; what running jobs hold is in neither",
  cancel_at_period_end: "Whether it ends at `renews_at` instead of renewing",
  created_at: "Epoch seconds",
  credits_per_month: "Credits that the plan gives each month, also when it is paid by the year",
  currency: "ISO 4217",
  daily_credits_count: "Daily claims so far",
  duration: "Seconds; null where it cannot be known",
  end: "Seconds from the start of the audio",
  expires_at: "Epoch seconds; null: never",
  ended_at: "Epoch seconds; null: it runs",
  confirmed_at: "Epoch seconds; null: no code has been entered yet",
  consented_at: "Epoch seconds; null: no consent was required",
  free_credits: "Credits of daily claims and gifts",
  hosted_seconds:
    "Hosted work that the job will use: seconds of sound, 42 characters of text a second, half a second for each request at least",
  input_hash: "SHA-256 of the input: for 24 hours the same tool takes off what it has cost",
  is_send_email: "1: notices by e-mail; anything else: none",
  kodepay_user_id: "Id of the customer at the payment provider; empty before the first purchase",
  language: "BCP 47",
  last_get_credits_time: "Epoch seconds of the last daily claim; 0 before the first",
  monthly: "Price of a month, in the currency's main unit",
  page: "1 is the first",
  price: "In the currency's main unit",
  removed_at: "Epoch seconds; null: objects of the file are still being removed",
  renews_at: "Epoch seconds: when it renews, or ends where it is cancelled",
  resend_after: "Seconds until another code can be asked for",
  retry_after: "Seconds; null: it does not wait for its next run",
  seconds: "Length of the input",
  size: "Bytes; null where it cannot be known",
  seconds_found: "Length as measured, in seconds",
  seen_at: "Last sign of life, in epoch seconds",
  started_at: "Start, in epoch seconds",
  start: "Seconds from the start of the audio",
  stream: "Path and query of `streamDownload`, good for an hour",
  token: "The whole value of `Authorization`",
  tool: "Slug of the tool's page",
  used_at: "Epoch seconds",
  yearly: "Price of a year, in the currency's main unit",
};

/** Copies a schema and adds descriptions to its fields. */
export function describeFields(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(describeFields);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "properties" ? describeEach(value as object) : describeFields(value),
    ]),
  );
}

const describeEach = (properties: object): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = FIELD_WORDS[name];
      const described = describeFields(schema) as object;
      return [name, description === undefined ? described : { ...described, description }];
    }),
  );
