import { expect, it } from "vitest";
import { type ConfigInput, configSchema } from "../site/config.ts";
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
