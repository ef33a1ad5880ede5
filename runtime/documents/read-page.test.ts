import { describe, expect, it } from "vitest";
import { readPage } from "./read-page.ts";

describe("pages of books", () => {
  it.each([
    ["<h1>One</h1><p>First.</p><p>Second <b>part</b>.</p>", "One", "First.\n\nSecond part."],
    ["<html><head><title>T</title></head><body><p>Text</body></html>", "", "Text"],
    ["<h1>Bees<p>They dance & hum.", "Bees", "They dance & hum."],
    ["<div>Loose<p>text</p>here</div>", "", "Loose\n\ntext\n\nhere"],
    ["<p>a<script>if (a < b) '<p>'</script>b<style>p{}</style></p>", "", "ab"],
    ["<p>漢<ruby>字<rp>(</rp><rt><b>じ</b></rt><rp>)</rp></ruby>は</p>", "", "漢字は"],
    ["<ruby>漢<rt>かん<rb>字<rt>じ</ruby>だ", "", "漢字だ"],
    ["<nav><ol><li><nav>In</nav>Contents</li></ol></nav><p>Text</p>", "", "Text"],
    ["<script src='a.js'/><p>Text</p>", "", "Text"],
    [
      "<p title='a > b' class=x>&eacute;t&#233; &mdash; &#x1F600; &unknown;",
      "",
      "été — 😀 &unknown;",
    ],
    ["<p title=it's>1 < 2 <!-- <p>no</p> -->and<br/>on<![CDATA[x]]>", "", "1 < 2 and onx"],
    [
      "<p>a<span hidden>no</span>b<i aria-hidden='true'>no</i>c<b style='color: red; display:none'>no</b>d",
      "",
      "abcd",
    ],
    ["<p>a<img hidden=''>b<span title='hidden'>c</span>", "", "abc"],
    [
      "<p>a<span epub:type='pagebreak' id='p'>12</span>b<a role=\"doc-noteref\" href='#n'><sup>1</sup></a>.</p>",
      "",
      "ab.",
    ],
    [
      "<p>a<math><mi>x</mi><annotation>\\x</annotation></math><video>no</video><textarea><p>no</textarea>b",
      "",
      "axb",
    ],
    ["<template><p>no</template><noscript>no</noscript><p>a</p>", "", "a"],
    ["<p><![CDATA[a < b & c]]></p>", "", "a < b & c"],
    ["<p>ex\u00ADam&shy;ple</p>", "", "example"],
    ["<p>Text<!-- that never ends", "", "Text"],
    ["<h2>A</h2><h2>B</h2><p>c", "A", "B\n\nc"],
  ])("TLS-4 %s", (html, title, text) => {
    expect(readPage(html)).toEqual({ title, text });
  });
});
