import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, scriptJson } from "./html.ts";

describe("escapeHtml", () => {
  it("SEO-1 writes what could end a text or an attribute as entities", () => {
    expect(escapeHtml(`<a href="x">'&'</a>`)).toBe(
      "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;",
    );
    expect(escapeHtml("plain – text")).toBe("plain – text");
  });

  it("SEO-1 leaves none of them in any text, and can be undone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        const back = escaped
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&quot;", '"')
          .replaceAll("&#39;", "'")
          .replaceAll("&amp;", "&");
        expect(back).toBe(text);
      }),
    );
  });
});

describe("scriptJson", () => {
  it("SEO-2 nothing in it can end the script or start a comment", () => {
    const json = scriptJson({ a: "</script><!-- <script> \u2028\u2029" });
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ a: "</script><!-- <script> \u2028\u2029" });
  });

  it("SEO-2 is the same JSON, for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(scriptJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(scriptJson(value)).not.toContain("<");
      }),
    );
  });
});
