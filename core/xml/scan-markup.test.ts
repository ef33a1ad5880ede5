import { describe, expect, it } from "vitest";
import { attributesOf, scanMarkup } from "./scan-markup.ts";

const RAW = new Set(["script", "title"]);

/** Tokens as `<name`, `</name` and texts. */
const scan = (text: string, rawHtmlElements?: ReadonlySet<string>): string[] =>
  Array.from(scanMarkup(text, { rawHtmlElements }), (part) => {
    if (part.kind === "text") return part.text;
    return `${part.kind === "open" ? "<" : "</"}${part.name}`;
  });

describe("markup", () => {
  it.each([
    ["<a>1<b/>2</a>", ["<a", "1", "<b", "</b", "2", "</a"]],
    ["<a x='>'>1", ["<a", "1"]],
    ["<a x='1<b>2", ["<", "a x='1", "<b", "2"]],
    ["1 < 2 <3", ["1 ", "<", " 2 ", "<", "3"]],
    ["<!-- <a> -->1<![CDATA[<b>]]>", ["1", "<b>"]],
    ["<!doctype x [<!ENTITY a 'b'>]><a>", ["<a"]],
  ])("TLS-18 tokenizes %s", (text, parts) => {
    expect(scan(text)).toEqual(parts);
  });

  it("TLS-18 in HTML, raw elements and what is cut off hide what they hide in browsers", () => {
    expect(scan("<script>if (a<b) '</p>'</SCRIPT><p>1", RAW)).toEqual([
      "<script",
      "</SCRIPT",
      "<p",
      "1",
    ]);
    expect(scan("<script>1</scripted>", RAW)).toEqual(["<script"]);
    expect(scan("<title/><p>", RAW)).toEqual(["<title", "</title", "<p"]);
    expect(scan("1<!-- 2", RAW)).toEqual(["1"]);
    expect(scan("1<p class='2", RAW)).toEqual(["1"]);
    expect(scan("<? php 1 >2<!x>", RAW)).toEqual(["2"]);
    expect(scan("1<!-- 2")).toEqual(["1", "<", "!-- 2"]);
  });

  it.each([
    [`<a b="c" D='e&amp;"' f = g h>`, { b: "c", d: 'e&"', f: "g", h: "" }],
    ["<a href=https://a.example/b?c=d&amp;e=f>", { href: "https://a.example/b?c=d&e=f" }],
    ["<a href=b.mp3/>", { href: "b.mp3" }],
    ["<a href=b/c/d>", { href: "b/c/d" }],
    [`<a title="b='c'" b="d">`, { title: "b='c'", b: "d" }],
    ["<a b=1 b=2>", { b: "1" }],
    ["<a x:y='1' data-z=2>", { "x:y": "1", "data-z": "2" }],
    ["<a>", {}],
    ["</a>", {}],
  ])("TLS-18 attributes of %s", (tag, attributes) => {
    expect(attributesOf(tag)).toEqual(attributes);
  });
});
