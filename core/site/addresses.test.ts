import fc from "fast-check";
import { expect, it } from "vitest";
import { origin, webAddress } from "./addresses.ts";

const originOf = (text: unknown): string | undefined => origin.safeParse(text).data;

it.each([
  ["https://müller.example", "https://xn--mller-kva.example"],
  ["HTTPS://Cut.Example", "https://cut.example"],
  ["https://a.example:443", "https://a.example"],
  ["http://a.example:80", "http://a.example"],
  ["https://a.example:8443", "https://a.example:8443"],
  ["http://[::1]:3000", "http://[::1]:3000"],
  ["http://localhost:3000", "http://localhost:3000"],
])("CLI-1 the origin %s is %s", (text, expected) => {
  expect(originOf(text)).toBe(expected);
});

it.each([
  "https://user:password@a.example",
  "https://user@a.example",
  "https://a.example?x",
  "https://a.example#x",
  "https://a.example/",
  "https://a.example\\x",
  "https://a.example; script-src *",
  "https://a.example;script-src",
  "https://a.example,https://b.example",
  "https://*.example",
  "https://'self'",
  "https://a.example\n",
  "https://a..example",
  "https://-a.example",
  "https://a.example:99999",
  `https://${"a".repeat(64)}.example`,
  "https://",
  "ftp://a.example",
  "//a.example",
  "javascript:alert(1)",
])("CLI-1 %j is not an origin", (text) => {
  expect(originOf(text)).toBeUndefined();
});

it("CLI-1 whatever is taken as an origin is what URL has for one, and a single word of a policy", () => {
  const text = fc
    .tuple(
      fc.constantFrom("https://", "http://", "HTTPS://"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      fc.constantFrom("", ".example", ":443", ":80", ".example:8080", "; default-src *"),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (each) => {
      const found = originOf(each);
      if (found === undefined) return;
      expect(found).toBe(new URL(found).origin);
      expect(found).toBe(new URL(each).origin);
      expect(found).toMatch(/^https?:\/\/[a-z0-9_.:[\]-]+$/);
      expect(originOf(found)).toBe(found);
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ["https://a.example/b c", undefined],
  ["https://a.example/b\n/c", undefined],
  ["https://u:p@a.example/", undefined],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["https://a;b/", undefined],
  ["https://ü.example/ü", "https://xn--tda.example/%C3%BC"],
  ["https://a.example/@x/:splat?q=1", "https://a.example/@x/:splat?q=1"],
])("CLI-1 the address %j is %j", (text, expected) => {
  expect(webAddress.safeParse(text).data).toBe(expected);
});
