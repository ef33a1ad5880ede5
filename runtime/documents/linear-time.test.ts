import { describe, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { resolveReferences } from "#core/xml/character-references.ts";
import { bytesOf } from "#tests/growth/bytes.ts";
import { decodeText } from "./decode-text.ts";
import { chaptersOf } from "./paragraphs.ts";
import { readPage } from "./read-page.ts";

const MARKDOWN = `---
title: Bees
---
# One
![Bee](bee.png "Bee") [Dance](https://example.com/a(b)) **bold** __b__ ~~s~~ \`code\` *i* _i_
- a
1. b
> c
* * *
~~~
code
~~~
## Two
`;
const SUBTITLES = `WEBVTT
Kind: captions

1
00:00:01.000 --> 00:00:02.000 align:start
<v Ann>One <i>two</i>{\\an8}
<00:00:01.500>three

`;
const PAGE = `<?xml version="1.0"?><!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body>
<h1 id="a">Bees</h1><p class='b'>They &amp; &#233; dance.<br/></p><!-- c --><nav><ol><li>In</li></ol></nav>
<ruby>a<rp>(</rp><rt>b</rt></ruby><script>1 < 2</script><svg><path d="M0"/></svg></body></html>`;

describe("readers of documents take linear time", { timeout: 240_000 }, () => {
  it.each([
    ["Markdown", "a.md", MARKDOWN, ["![", "](", " **a", "```", "<!--", "1. "]],
    ["subtitles", "a.vtt", SUBTITLES, ["<a", "{", "-->", "\n\n", "00:01.000", "WEBVTT\n"]],
  ] as const)("TLS-4 chaptersOf: %s", async (_, name, sample, tokens) => {
    await expectLinearTime((text) => chaptersOf(text, name), { samples: [sample], tokens });
  });

  it("TLS-4 decodeText: texts of any encoding", async () => {
    const tokens = ["\xc3\xa9", "\xe9", "\0a", "\x81", "\xff\xfe"];
    await expectLinearTime((text) => decodeText(bytesOf(text), ["de", "ja", "ru"]), { tokens });
  });

  it("TLS-4 readPage and resolveReferences: pages of books", async () => {
    const tokens = ["<p>", "<rt>", "<script>", "<!--", "</"];
    await expectLinearTime(readPage, { samples: [PAGE], tokens });
    await expectLinearTime(resolveReferences, { samples: ["&amp;&#1;&#x1;"], tokens: ["&#x"] });
  });
});
