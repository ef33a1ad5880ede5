import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type ConfigInput, configSchema } from "../site/config.ts";
import { FACTS } from "./facts.ts";
import { CONDITION_NAMES, textFacts, VALUE_NAMES } from "./text-facts.ts";

const site = { name: "S", origin: "https://s.example", contact: "hello@s.example" };
const factsOf = (over: Partial<ConfigInput> = {}, language = "en") =>
  textFacts(configSchema.parse({ site, ...over }), language);

const OPERATOR: ConfigInput["operator"] = {
  name: "A|B *GmbH*",
  country: "DE",
  law: "AT",
  taxes: "added",
  processors: [
    { name: "Host", purpose: "hosting", country: "NL" },
    { name: "Mail", purpose: "email", country: "US", safeguard: "clauses" },
  ],
  retention: { logDays: 1400 },
};

it("USR-11 facts have only names that texts may use", () => {
  const { values, holds } = factsOf({ operator: OPERATOR });
  expect(Object.keys(values).filter((name) => !VALUE_NAMES.includes(name))).toEqual([]);
  expect(holds.filter((name) => !CONDITION_NAMES.includes(name))).toEqual([]);
});

it("LOC-8 names of countries, lists and numbers are those of the language", () => {
  const { values } = factsOf({ operator: OPERATOR }, "de");
  expect(values).toMatchObject({
    country: "Deutschland",
    law: "Österreich",
    logDays: "1.400",
    "processors.hosting": "Host (Niederlande)",
    "transfers.clauses": "Mail (Vereinigte Staaten)",
  });
});

it("JOB-6 the policy says until when results are stored where the site takes jobs", () => {
  expect(factsOf().values["jobResultHours"]).toBeUndefined();
  const { values } = factsOf({ jobs: { enabled: true, resultHours: 48 } });
  expect(values["jobResultHours"]).toBe("48");
});

it("USR-11 words of the configuration are no Markdown", () => {
  expect(factsOf({ operator: OPERATOR }).values["name"]).toBe("A\\|B \\*GmbH\\*");
});

it("USR-11 what is not stated is no value, and names fall back to those of the site", () => {
  const { values, holds } = factsOf();
  expect(values).toMatchObject({ name: "S", contact: "[hello@s.example](mailto:hello@s.example)" });
  expect(values["address"]).toBeUndefined();
  expect(holds).not.toContain("address");
});

it("USR-11 the charge for hosted work is stated where a model is hosted", () => {
  expect(factsOf().holds).not.toContain("hostedWorkIsCharged");
  const hosted = { host: "api.s.example", transcription: "w" };
  expect(factsOf({ hosted }).holds).toContain("hostedWorkIsCharged");
});

const HOME = path.resolve(import.meta.dirname, "../..");
const LOCALES = fs
  .readdirSync(path.join(HOME, "locales"), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it("USR-11 English pages state periods by the names of their facts", () => {
  const literals = Object.entries(FACTS).flatMap(([name, value]) => {
    const unit = /(Hours|Days|Weeks)$/.exec(name)?.[0].toLowerCase();
    return unit ? [`${value} ${unit}`] : [];
  });
  expect(literals.length).toBeGreaterThan(5);
  const found = fs
    .globSync("content/**/*.md", { cwd: HOME })
    .flatMap((file) => fs.readFileSync(path.join(HOME, file), "utf8").split("\n"))
    // The table of what a browser stores has periods of its own.
    .filter((line) => !line.startsWith("| `"))
    .filter((line) => literals.some((literal) => line.includes(literal)));
  expect(found).toEqual([]);
});

it.each<[string, string, number]>([
  ["locales/*/workspace.json", "start.again", FACTS.repeatHours],
  ["locales/*/pages.json", "pricing.daily_other", FACTS.claimHours],
  ["locales/*/errors.json", "api.claim_too_soon", FACTS.claimHours],
  ["runtime/panels/transcript/messages/*.json", "unreadable", FACTS.repeatHours],
])("USR-11 %s states the value of %s in every language", (files, key, value) => {
  for (const locale of LOCALES) {
    const file = path.join(HOME, files.replace("*", locale));
    let text: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    for (const part of key.split(".")) text = (text as Record<string, unknown>)[part];
    const numbers = (text as string).replaceAll(/\{\{.*?\}\}/g, "").match(/\d+/g);
    expect(numbers, locale).toContain(String(value));
  }
});
