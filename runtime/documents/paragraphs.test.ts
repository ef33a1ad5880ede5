import { describe, expect, it } from "vitest";
import { chaptersOf } from "./paragraphs.ts";

const markdown = (text: string): string =>
  chaptersOf(text, "a.md")
    .map(({ title, text: body }) => (title === "" ? body : `[${title}] ${body}`))
    .join("|");

describe("documents of plain text", () => {
  it.each([
    ["---\ntitle: T\n---\nText", "Text"],
    ["---\nNot front matter", "Not front matter"],
    ["# One\na\n## Two\nb", "[One] a|[Two] b"],
    ["a\n```js\n# no\n```\nb", "a\nb"],
    ["~~~\n```\n~~~\nb", "b"],
    ["```\na", "```\na"],
    ["![Bee](a.png)[Link](b(c).html) [![Bee](a.png)](b.html)", "Link"],
    ["- a\n1. b\n> c\n* * *\nd", "a\nb\nc\n\nd"],
    ["**a** __b c__ ~~d~~ `e` *f* _g_", "a b c d e f g"],
    ["a ** b **c d** snake_case 2*3*4", "a ** b c d snake_case 2*3*4"],
    ["**a\nb**", "**a\nb**"],
    ["**** **a", "**** **a"],
  ])("TLS-4 Markdown %j", (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it("TLS-4 subtitles: what is said, as one text", () => {
    const vtt =
      "WEBVTT\nKind: captions\n\n1\n00:01.000 --> 00:02.000\n<v Ann>One <i>two\nthree{b}\n\n2\n";
    expect(chaptersOf(vtt, "a.vtt")).toEqual([{ title: "", text: "One two three" }]);
  });
});
