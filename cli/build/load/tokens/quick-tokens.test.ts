import fc from "fast-check";
import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import { expect, it } from "vitest";
import { useQuickTokens } from "./quick-tokens.ts";

it("CLI-1 quick tokens are those of markdown-it, with all their fields", () => {
  const own = new MarkdownIt();
  const quick = new MarkdownIt();
  useQuickTokens(quick);
  const fieldsOf = (md: Parser, source: string): unknown =>
    JSON.parse(JSON.stringify(md.parse(source, {})));
  const part = fc.constantFrom(
    ...'a;*;**;_;`;``;[b](/c);![d](/e "f");[;](;<http://g>;~~;\\;&amp;;| ;\n|-|\n;\n;\n\n;- ;1. ;> ;# ;```\n;    ;[h]: /i\n;[h];---\n'.split(
      ";",
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const source = parts.join("");
      expect(fieldsOf(quick, source)).toEqual(fieldsOf(own, source));
      expect(quick.render(source)).toBe(own.render(source));
    }),
    { numRuns: 1000 },
  );
});
