import { describe, expect, it } from "vitest";
import { configSchema } from "#core/site/config.ts";
import { factsFor } from "./shown.ts";

const site = { name: "S", origin: "https://s.example", contact: "hello@s.example" };
const holding = (type: string, enabled: boolean): readonly string[] =>
  factsFor(type, configSchema.parse({ site, links: { enabled } }), {
    locale: "en",
    offersModel: false,
    labels: {},
  }).holds;

describe("conditions of texts", () => {
  it.each(["tools", "voices", "pages", "policies"])(
    "TLS-9 texts of %s know whether the site fetches from links",
    (type) => {
      expect(holding(type, true)).toContain("links");
      expect(holding(type, false)).not.toContain("links");
    },
  );
});
