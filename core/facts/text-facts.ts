import type { Config } from "../site/config.ts";
import { PURPOSES, SAFEGUARDS } from "../site/operator.ts";
import { FACTS, RULES } from "./facts.ts";

/** What the texts of a page may show: `{{name}}` a value, `{{#name}}…{{/name}}` a condition. */
export interface TextFacts {
  readonly values: Readonly<Record<string, string>>;
  /** Conditions that hold; of the others, the texts are left out. */
  readonly holds: readonly string[];
}

/** All names that content files may use: values, and conditions. */
export const VALUE_NAMES: readonly string[] = [
  ...Object.keys(FACTS),
  "minimumAge",
  "contact",
  "daily",
  "gift",
  "site",
  "hosted",
  "jobResultHours",
  "links.cancel",
  "links.withdraw",
  "name",
  "address",
  "country",
  "phone",
  "register",
  "vatId",
  "representative",
  "euRepresentative",
  "dataProtectionOfficer",
  "supervisoryAuthority",
  "law",
  "abuseContact",
  "logDays",
  "analyticsDays",
  "paymentYears",
  "dmcaAgent",
  ...PURPOSES.map((purpose) => `processors.${purpose}`),
  ...SAFEGUARDS.map((safeguard) => `transfers.${safeguard}`),
];
export const CONDITION_NAMES: readonly string[] = [
  ...VALUE_NAMES,
  ...Object.keys(RULES),
  "studio",
  "sells",
  "hasPlans",
  "links",
  "texts",
  "analytics",
  "taxIncluded",
  "taxAdded",
  "processors",
  "transfers",
];

/** Conditions and values that every kind of page may use, such as the pages of tools. */
export const PAGE_CONDITIONS = ["studio", "links"] as const;
export const PAGE_VALUES: readonly string[] = Object.keys(FACTS);

/** The values that are the same on every site, with numbers as a language writes them. */
export function fixedValues(language: string): Record<string, string> {
  const number = new Intl.NumberFormat(language);
  return Object.fromEntries(
    Object.entries(FACTS).map(([name, value]) => [name, number.format(value)]),
  );
}

/** Escapes what Markdown would interpret in a value of the configuration. */
const escape = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, "\\$&");

const linked = (contact: string): string =>
  /^[\w.+-]+@[\w.-]+$/.test(contact) ? `[${escape(contact)}](mailto:${contact})` : escape(contact);

/**
 * Facts for the texts of a language.
 * @param language BCP 47 tag, for names of countries and lists
 */
export function textFacts(config: Config, language: string): TextFacts {
  const { operator, hosted, jobs, site, credits, plans } = config;
  const countries = new Intl.DisplayNames(language, { type: "region" });
  const list = new Intl.ListFormat(language, { style: "short", type: "unit" });
  const number = new Intl.NumberFormat(language);
  const nameOf = (country: string): string => countries.of(country) ?? country;
  const companies = (chosen: Config["operator"]["processors"]): string | null =>
    chosen.length === 0
      ? null
      : list.format(chosen.map(({ name, country }) => `${escape(name)} (${nameOf(country)})`));
  const { dmcaAgent: agent, retention } = operator;
  const code = config.locales.find((locale) => locale.language === language)?.code;
  // The server confirms declarations to their sender and forwards them to this address.
  const takesForms = config.site.contact.includes("@");
  const formOf = (kind: "withdraw" | "cancel", isOffered: boolean): string | null =>
    takesForms && isOffered ? `${config.api.baseUrl}/audio/contract/${kind}?lang=${code}` : null;
  const found: Record<string, string | number | null> = {
    ...fixedValues(language),
    ...retention,
    minimumAge: operator.minimumAge,
    daily: credits.daily,
    gift: credits.gift,
    hosted: hosted.host,
    jobResultHours: jobs.enabled ? jobs.resultHours : null,
    site: escape(site.name),
    "links.cancel": formOf("cancel", plans.list.length > 0),
    "links.withdraw": formOf("withdraw", plans.list.length + credits.packs.length > 0),
    contact: linked(operator.email ?? site.contact),
    name: escape(operator.name ?? site.name),
    country: operator.country && nameOf(operator.country),
    law: operator.law && nameOf(operator.law),
    abuseContact: linked(operator.abuseContact ?? operator.email ?? site.contact),
    dmcaAgent: agent ? [agent.name, agent.address, agent.email].map(escape).join(", ") : null,
  };
  for (const field of [
    ...(["address", "phone", "register", "vatId", "representative"] as const),
    ...(["euRepresentative", "dataProtectionOfficer", "supervisoryAuthority"] as const),
  ])
    found[field] = operator[field] && escape(operator[field]);
  for (const purpose of PURPOSES)
    found[`processors.${purpose}`] = companies(
      operator.processors.filter((each) => each.purpose === purpose),
    );
  for (const safeguard of SAFEGUARDS)
    found[`transfers.${safeguard}`] = companies(
      operator.processors.filter((each) => each.safeguard === safeguard),
    );
  const values = Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === "number" ? number.format(value) : value]],
    ),
  );
  const conditions: Record<string, boolean> = {
    ...RULES,
    hostedWorkIsCharged: RULES.hostedWorkIsCharged && hosted.host !== null,
    sells: plans.list.length + credits.packs.length > 0,
    hasPlans: plans.list.length > 0,
    links: config.links.enabled,
    texts: config.accounts.texts,
    analytics: config.analytics.enabled,
    taxIncluded: operator.taxes === "included",
    taxAdded: operator.taxes === "added",
    processors: operator.processors.length > 0,
    transfers: operator.processors.some(({ safeguard }) => safeguard !== null),
  };
  return {
    values,
    holds: [...Object.keys(values), ...Object.keys(conditions).filter((name) => conditions[name])],
  };
}
