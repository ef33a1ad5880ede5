import { z } from "zod";

const line = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\n\r\u2028\u2029]*$/, "one line");
const optional = line.nullable().default(null);
const country = z.string().regex(/^[A-Z]{2}$/, "an ISO 3166 code such as DE");

export const PURPOSES = ["hosting", "email", "payments", "texts", "models", "logs"] as const;
export const SAFEGUARDS = ["adequacy", "framework", "clauses"] as const;

/**
 * Who runs the site, as the policies state it. A build for a public origin requires the fields
 * that `missingFields` lists; the others are left out of the policies where they are null.
 */
export const operatorSettings = z
  .strictObject({
    /** Legal name. */
    name: optional,
    /** Postal address on one line. */
    address: optional,
    country: country.nullable().default(null),
    email: optional,
    phone: optional,
    /** Entry in a commercial register. */
    register: optional,
    vatId: optional,
    /** Person who represents a company. */
    representative: optional,
    /** Representative in the EU or the United Kingdom of an operator elsewhere. */
    euRepresentative: optional,
    dataProtectionOfficer: optional,
    supervisoryAuthority: optional,
    /** Country whose law governs the terms. */
    law: country.nullable().default(null),
    /** Whether the prices include taxes, or the payment provider adds them. */
    taxes: z.enum(["included", "added"]).nullable().default(null),
    /** Companies that process data for the operator. */
    processors: z
      .array(
        z.strictObject({
          name: line,
          purpose: z.enum(PURPOSES),
          country,
          /**
           * Ground of a transfer out of the European Economic Area: an adequacy decision, the
           * EU–US Data Privacy Framework, or standard contractual clauses.
           */
          safeguard: z.enum(SAFEGUARDS).nullable().default(null),
        }),
      )
      .default([]),
    retention: z
      .strictObject({
        /** Days for which server logs are kept. */
        logDays: z.int().min(0).nullable().default(null),
        /** Days for which analytics are kept. */
        analyticsDays: z.int().min(0).nullable().default(null),
        /** Years for which the law requires records of payments. */
        paymentYears: z.int().min(0).nullable().default(null),
      })
      .prefault({}),
    /** Address for notices of illegal content (Digital Services Act, articles 11, 12 and 16). */
    abuseContact: optional,
    /** Registered agent for copyright notices in the United States; `false`: there is none. */
    dmcaAgent: z
      .union([z.literal(false), z.strictObject({ name: line, address: line, email: line })])
      .nullable()
      .default(null),
    /** Age from which people may use the site without a parent's agreement. */
    minimumAge: z.int().min(0).max(21).default(16),
  })
  .prefault({});
export type Operator = z.output<typeof operatorSettings>;

/** Host names that only one machine or network, or no one, has: RFC 2606, 6761 and 6762. */
const RESERVED_HOST =
  /(?:^|\.)(?:localhost|test|example|invalid|local|internal|example\.(?:com|net|org))$/;
const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[)/;

/** Whether visitors other than the developer can reach an origin. */
export function isPublicOrigin(origin: string): boolean {
  const hostname = origin.replace(/^https?:\/\//, "").replace(/:\d+$/, "");
  return hostname.includes(".") && !RESERVED_HOST.test(hostname) && !PRIVATE_ADDRESS.test(hostname);
}

/**
 * Fields without which the policies are incomplete, as paths within `operator`.
 * @param sells whether the site has plans or packs
 */
export function missingFields(
  operator: Operator,
  { sells, hasAnalytics }: { readonly sells: boolean; readonly hasAnalytics: boolean },
): string[] {
  const { retention, processors } = operator;
  const given: readonly (readonly [field: string, isGiven: boolean])[] = [
    ...(["name", "address", "country", "email", "law", "abuseContact", "dmcaAgent"] as const).map(
      (field) => [field, operator[field] !== null] as const,
    ),
    ["processors", processors.length > 0],
    ["retention.logDays", retention.logDays !== null],
    ["retention.analyticsDays", !hasAnalytics || retention.analyticsDays !== null],
    ["retention.paymentYears", !sells || retention.paymentYears !== null],
    ["taxes", !sells || operator.taxes !== null],
  ];
  return given.flatMap(([field, isGiven]) => (isGiven ? [] : [field]));
}
