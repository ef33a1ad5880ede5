import { expect, it } from "vitest";
import { isPublicOrigin, missingFields, operatorSettings } from "./operator.ts";

it.each([
  ["https://quiet-rooms.de", true],
  ["https://tools.quiet-rooms.co.uk:8443", true],
  ["https://93.184.216.34", true],
  ["https://myexample.com", true],
  ["https://fermata.example", false],
  ["https://www.example.com", false],
  ["http://localhost:4173", false],
  ["http://tools.localhost", false],
  ["https://site.test", false],
  ["http://studio.local", false],
  ["http://intranet", false],
  ["http://127.0.0.1:80", false],
  ["http://192.168.1.20", false],
  ["http://172.20.0.3", false],
  ["https://172.40.0.3", true],
  ["http://[::1]:80", false],
])("CLI-1 %s is public: %s", (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic);
});

it("CLI-1 what an operator has not stated is listed, as far as the site needs it", () => {
  const none = operatorSettings.parse({});
  const always = ["name", "address", "country", "email", "law", "abuseContact", "dmcaAgent"];
  expect(missingFields(none, { sells: false, hasAnalytics: false })).toEqual([
    ...always,
    "processors",
    "retention.logDays",
  ]);
  expect(missingFields(none, { sells: true, hasAnalytics: true })).toEqual([
    ...always,
    "processors",
    "retention.logDays",
    "retention.analyticsDays",
    "retention.paymentYears",
    "taxes",
  ]);
  const all = operatorSettings.parse({
    name: "N",
    address: "A",
    country: "DE",
    email: "a@b.example",
    law: "DE",
    abuseContact: "c@b.example",
    dmcaAgent: false,
    processors: [{ name: "P", purpose: "hosting", country: "NL" }],
    retention: { logDays: 0, analyticsDays: 1, paymentYears: 10 },
    taxes: "added",
  });
  expect(missingFields(all, { sells: true, hasAnalytics: true })).toEqual([]);
});
