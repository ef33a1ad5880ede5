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
    ["It was\n1984. Then\n\n1985. too\n\n7. a\n8) b", "It was\n1984. Then\n\n1985. too\n\na\nb"],
    ["It is\n42. b\n1. c\n2. d", "It is\n42. b\nc\nd"],
    [
      "a<!-- b -- c\n- d -->e &amp; &lt;f&gt; 5 < 6 and 7 > 2 <!-- g",
      "ae & <f> 5 < 6 and 7 > 2 <!-- g",
    ],
    ["**a\nb**", "**a\nb**"],
    ["**** **a", "**** **a"],
    ["Title\n=====\na\nSub\n---\nb", "[Title] a|[Sub] b"],
    ["a\n\n---\n\n- b\n---\nc", "a\n\n\n\nb\n\nc"],
    ["# A #\na\n## C# ##\n### D ###\nb", "[A] a|[C#] D\nb"],
    ["#tag\n    # code", "#tag\n    # code"],
    ["| a | b |\n|:--|---|\n| 1 | 2 |", "a, b\n\n1, 2"],
    ["[a][1] [b][] [c]\n\n[1]: https://a.example 'T'", "a b [c]"],
    ["a[^1] b.\n\n[^1]: Note", "a b.\n\nNote"],
    [
      "<https://a.example> <a@b.example> a <b class='c'>d</b><br/> 1 <b and c> 2",
      "https://a.example a@b.example a d 1  2",
    ],
    ["1\\. \\*a\\* \\_b\\_ \\# C:\\Users", "1. *a* _b_ # C:\\Users"],
    ["- [ ] a\n- [x] b\n> > c", "a\nb\nc"],
    ["~~~~\na\n~~~\nb\n~~~~\nc", "c"],
    ["```\na\n```js\nb\n```\nc", "c"],
    ["  ```js\n  a\n  ```\nb", "b"],
    ["+++\ntitle = 'x'\n+++\na", "a"],
    ["---\ntitle: x\n...\na", "a"],
    ["---\ntitle: x\n---", ""],
  ])("TLS-4 Markdown %j", (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it("TLS-4 a page: its text", () => {
    const html = "<html><head><title>T</title></head><h1>H</h1><p>A &amp; B</p></html>";
    for (const name of ["a.html", "a.HTM", "a.xhtml"])
      expect(chaptersOf(html, name)).toEqual([{ title: "H", text: "A & B" }]);
  });

  it("TLS-4 subtitles: the spoken words as one text", () => {
    const vtt =
      "WEBVTT\nKind: captions\n\n1\n00:01.000 --> 00:02.000\n<v Ann>One <i>two\nthree{b}\n\n2\n";
    expect(chaptersOf(vtt, "a.vtt")).toEqual([{ title: "", text: "One two three" }]);
    const notes = `WEBVTT\n\nNOTE No\nno\n\nSTYLE\n::cue{}\n\nname\n00:03.000 --> 00:04.000\n1984 &amp; < 6 and 7 >`;
    expect(chaptersOf(notes, "a.vtt")[0]!.text).toBe("1984 & < 6 and 7 >");
    const srt =
      "1\n00:00:01,000 --> 00:00:02,000\nIn\n\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\n1985\n";
    expect(chaptersOf(srt, "a.srt")[0]!.text).toBe("In 1984 1985");
  });
});
