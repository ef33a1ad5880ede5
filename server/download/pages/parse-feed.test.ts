import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sniff } from "./sniff.ts";
import { decodePage } from "./decode-page.ts";
import { parseFeed } from "./parse-feed.ts";

const BASE = new URL("https://pod.example/show/feed.xml");
const SOUND = '<enclosure url="a.mp3" type="audio/mpeg"/>';
const rss = (item: string, head = "<title>Show</title>", before = ""): string =>
  `<?xml version="1.0"?>${before}<rss version="2.0"><channel>${head}${item}</channel></rss>`;
const titlesOf = (xml: string): string[] | null => {
  const feed = parseFeed(xml, BASE);
  return feed && [feed.title, ...feed.entries.map(({ title }) => title)];
};

describe("API-17 a feed", () => {
  const TITLES: readonly [written: string, title: string][] = [
    ["Ep 1: <![CDATA[Tom & Jerry]]> live", "Ep 1: Tom & Jerry live"],
    ["<![CDATA[Tom]]> &amp; <![CDATA[Jerry]]>", "Tom & Jerry"],
    ["<![CDATA[a ]]]]><![CDATA[> b]]>", "a ]]> b"],
    ["\n  <![CDATA[ A ]]>\n  ", "A"],
    ["<![CDATA[<b>A</b> &amp; <title>B</title>]]>", "<b>A</b> &amp; <title>B</title>"],
    ["<![CDATA[<!-- A -->]]>", "<!-- A -->"],
    ["A<!-- x -- y --> B<!-- </title> -->", "A B"],
    ["A &lt;3 &#66;&#x43; caf&eacute;&nbsp;&hellip; &c; R&B", "A <3 BC café … &c; R&B"],
    ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
    ["A <b>bold</b><br/> one", "A bold one"],
  ];
  it.each(TITLES)("has the title %j", (written, title) => {
    const named = `<title>${written}</title>`;
    expect(titlesOf(rss(`<item>${named}${SOUND}</item>`, named))).toEqual([title, title]);
  });

  const SHOWS: readonly [name: string, xml: string, titles: readonly string[]][] = [
    [
      "whose image comes first",
      rss(
        `<item><title>A</title>${SOUND}</item>`,
        "<image><url>i.png</url><title>Logo</title></image><textInput><title>Find</title></textInput><title>Show</title>",
      ),
      ["Show", "A"],
    ],
    [
      "whose title comes last",
      rss(`<item><title>A</title>${SOUND}</item><title>Show</title>`, ""),
      ["Show", "A"],
    ],
    [
      "behind a long comment",
      rss(
        `<item><title>A</title>${SOUND}</item>`,
        undefined,
        `<!-- ${"license ".repeat(3000)} -->`,
      ),
      ["Show", "A"],
    ],
    [
      "with a document type",
      rss(
        `<item><title>A</title>${SOUND}</item>`,
        undefined,
        '<!DOCTYPE rss [<!ENTITY a "<b>">]><?xml-stylesheet href="a"?>',
      ),
      ["Show", "A"],
    ],
    [
      "behind a warning",
      `<br />\n<b>Warning</b>: x\n${rss(`<item><title>A</title>${SOUND}</item>`)}`,
      ["Show", "A"],
    ],
    [
      "with items in comments and descriptions",
      rss(
        `<!-- <item><title>No</title>${SOUND}</item> --><item><description><![CDATA[<item><title>No</title></item>]]></description><title>A</title>${SOUND}</item>`,
      ),
      ["Show", "A"],
    ],
    [
      "with sources of items",
      rss(
        `<item><source url="x"><title>No</title></source><itunes:owner><title>No</title></itunes:owner><title>A</title>${SOUND}</item>`,
      ),
      ["Show", "A"],
    ],
    [
      "with titles of others",
      rss(
        `<item><media:title>No</media:title><itunes:title>B</itunes:title><title>A</title>${SOUND}</item><item><itunes:title>B</itunes:title>${SOUND}</item>`,
      ),
      ["Show", "A", "B"],
    ],
    [
      "with damaged items",
      rss(
        `<item><title>A<enclosure url="a.mp3" type="audio/mpeg"/><item><title>B</title>${SOUND}<item>${SOUND}<title>C</titel></item>`,
      ),
      ["Show", "A", "B", "C"],
    ],
    [
      "of capitals",
      rss(`<ITEM><Title>A</TITLE>${SOUND}</ITEM>`).replaceAll("channel", "CHANNEL"),
      ["Show", "A"],
    ],
    [
      "of RSS 1.0",
      `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><title>Show</title></channel><image><title>Logo</title></image><item><title>A</title>${SOUND}</item></rdf:RDF>`,
      ["Show", "A"],
    ],
    [
      "of Atom",
      `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">S &amp;amp; &lt;b>how&lt;/b></title><entry><source><author><name>X</name></author><title>No</title></source><title type="text">A &amp;amp;</title><link rel="enclosure" type="audio/mp4" href="e.m4a"/></entry></feed>`,
      ["S & how", "A &amp;"],
    ],
    [
      "with other prefixes",
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Show</a:title><a:entry><a:title>A</a:title><a:link rel="enclosure" type="audio/mp4" href="e.m4a"/></a:entry></a:feed>`,
      ["Show", "A"],
    ],
  ];
  it.each(SHOWS)("%s is read", (_, xml, titles) => {
    expect(titlesOf(xml)).toEqual(titles);
  });

  it("says whose it is, when and how long, by any of the usual elements", () => {
    const one = (head: string, item: string) => {
      const feed = parseFeed(rss(`<item>${item}${SOUND}</item>`, head), BASE)!;
      const [{ published, duration }] = feed.entries as [(typeof feed.entries)[0]];
      return { author: feed.author, picture: feed.picture, published, duration };
    };
    const noon = Date.UTC(2026, 10, 28, 12);
    expect(
      one(
        '<itunes:image href="../b.png"/><itunes:author>Ann &amp; Bo</itunes:author>',
        "<pubDate>Sat, 28 Nov 2026 12:00:00 GMT</pubDate><itunes:duration>1:02</itunes:duration>",
      ),
    ).toEqual({
      author: "Ann & Bo",
      picture: "https://pod.example/b.png",
      published: noon,
      duration: 62,
    });
    expect(
      one(
        "<image><url> i.png </url></image><author><name>Ann</name></author>",
        "<published>2026-11-28T13:00:00+01:00</published>",
      ),
    ).toEqual({
      author: "Ann",
      picture: "https://pod.example/show/i.png",
      published: noon,
      duration: null,
    });
    const other = 'xmlns:x="http://www.itunes.com/dtds/podcast-1.0.dtd"';
    expect(
      one(
        `<x:author ${other}>Ann</x:author><x:image href="b.png"/>`,
        "<x:duration>90</x:duration>",
      ),
    ).toMatchObject({ author: "Ann", duration: 90 });
    const DATES = [
      "28 Nov 2026 12:00:00",
      "Sa, 28 Nov 2026 12:00 +0000",
      "2026-11-28T12:00:00",
      "2026-11-28 12:00:00",
      "Sat, 28 Nov 26 07:00:00 EST",
      "Sat, 28 Nov 2026 13:00:00 CET",
      "Sat, 28 Nov 2026 14:00:00 +0200 (EET)",
      "Sat, 28 Nov 2026 23:00 AEDT",
      "Sat, 28 Nov 2026 12:00:00 XYZ",
      "Sat, 28 Nov 2026 13:00:00 GMT+0100",
      "Sat, 28 Nov 2026 13:00:00 GMT+1",
      "2026-11-28T13:00+01",
      "2026-11-28T13:00:00.000+0100",
    ];
    for (const date of DATES) {
      expect(one("", `<pubDate>${date}</pubDate>`).published).toBe(noon);
      expect(one("", `<dc:date><![CDATA[ ${date} ]]></dc:date>`).published).toBe(noon);
    }
    expect(one("", "<pubDate>soon</pubDate>").published).toBeNull();
  });

  it("has addresses that are relative to the feed, or to what it says they are", () => {
    const urlsOf = (xml: string) => parseFeed(xml, BASE)!.entries.map(({ url }) => url);
    const items = [
      "a.mp3",
      "/a.mp3",
      "//cdn.example/a.mp3?x=1&amp;y=2",
      "https://cdn.example/a>b.mp3",
    ].map((url) => `<item><enclosure type='audio/mpeg' url='${url}'></enclosure></item>`);
    expect(urlsOf(rss(items.join("")))).toEqual([
      "https://pod.example/show/a.mp3",
      "https://pod.example/a.mp3",
      "https://cdn.example/a.mp3?x=1&y=2",
      "https://cdn.example/a%3Eb.mp3",
    ]);
    const atom =
      '<feed xml:base="https://a.example/x/"><entry xml:base="y/"><link rel="enclosure" type="audio/mpeg" href="a.mp3"/></entry><entry><link rel="enclosure" type="audio/mpeg" href="b.mp3"/><link href="page"/></entry></feed>';
    expect(urlsOf(atom)).toEqual(["https://a.example/x/y/a.mp3", "https://a.example/x/b.mp3"]);
    const group =
      '<item><media:group><media:thumbnail url="a.png"/><media:content url="a.png" medium="image"/><media:content url="a.ogg"/></media:group><guid>x</guid></item>';
    expect(urlsOf(rss(group))).toEqual(["https://pod.example/show/a.ogg"]);
  });

  it("TLS-18 has enclosures without a type, and attributes without quotes", () => {
    const urlsOf = (...elements: string[]) =>
      parseFeed(rss(`<item>${elements.join("")}</item>`), BASE)?.entries.map(({ url }) => url);
    const at = "https://pod.example/show/";
    expect(urlsOf("<enclosure url='episode/1'/>")).toEqual([`${at}episode/1`]);
    expect(urlsOf("<enclosure url=a.mp3 length=1 type=audio/mpeg />")).toEqual([`${at}a.mp3`]);
    expect(urlsOf("<enclosure url=a.mp3 type=audio/mpeg/>")).toEqual([`${at}a.mp3`]);
    expect(urlsOf("<media:content url=play?id=1&amp;x=2 medium=audio>")).toEqual([
      `${at}play?id=1&x=2`,
    ]);
    // Where the type is missing, an element that has one is preferred.
    expect(urlsOf("<enclosure url='1'/>", "<media:content url='a.ogg'/>")).toEqual([`${at}a.ogg`]);
    expect(urlsOf("<enclosure url='cover.JPG'/>")).toBeUndefined();
    expect(urlsOf("<enclosure url='1' type='text/html'/>")).toBeUndefined();
    expect(urlsOf("<media:content url='1' medium='image'/>")).toBeUndefined();
  });

  it("is known by its first bytes, and read in the encoding that it names", () => {
    const xml = rss(`<item><title>Fête</title>${SOUND}</item>`);
    const declared = xml.replace('"1.0"?>', '"1.0" encoding="ISO-8859-1"?>');
    const wide = Buffer.from(`\uFEFF${xml}`, "utf16le");
    const FILES: readonly [bytes: Buffer, contentType: string][] = [
      [Buffer.from(xml), ""],
      [Buffer.from(`\uFEFF${xml}`), "text/xml; charset=iso-8859-1"],
      [Buffer.from(declared, "latin1"), "application/rss+xml"],
      [Buffer.from(xml, "latin1"), "text/xml; charset=iso-8859-1"],
      [wide, ""],
      [Buffer.from(wide).swap16(), ""],
    ];
    for (const [bytes, contentType] of FILES) {
      expect(sniff(bytes)).toEqual({ kind: "feed" });
      expect(titlesOf(decodePage(bytes, contentType))).toEqual(["Show", "Fête"]);
    }
    const comment = `<!-- ${"license ".repeat(3000)} -->`;
    const head = Buffer.from(rss("", undefined, comment)).subarray(0, 4096);
    expect(sniff(head)).toEqual({ kind: "markup" });
    expect(sniff(Buffer.from("<!-- a --><html>"))).toEqual({ kind: "page" });
    expect(sniff(Buffer.from('<a:feed xmlns:a="x">'))).toEqual({ kind: "feed" });
  });

  it("has its titles in any encoding, with any content between them", () => {
    const segment = fc.oneof(
      fc.constantFrom(
        "Tom",
        "&",
        "<b>",
        "]]>",
        "<!--",
        "-->",
        "1 < 2",
        "<item>",
        "</title>",
        "&amp;",
        "é",
        "💡",
      ),
      fc.string({ maxLength: 8 }).map((text) => text.replace(/[\s\p{C}]+/gu, " ")),
    );
    const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const WRITTEN: readonly ((text: string) => string)[] = [
      escaped,
      (text) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`,
      (text) => Array.from(text, (point) => `&#${point.codePointAt(0)};`).join(""),
      (text) => `<!-- a -- b -->${escaped(text)}<?x y?>`,
    ];
    const title = fc
      .array(fc.tuple(segment, fc.constantFrom(...WRITTEN)), { minLength: 1, maxLength: 5 })
      .map((parts) => ({
        text: parts
          .map(([text]) => text)
          .join("")
          .replaceAll(/\s+/g, " ")
          .trim()
          .slice(0, 200),
        xml: `<title>${parts.map(([text, write]) => write(text)).join("")}</title>`,
      }));
    const between = fc.constantFrom(
      "",
      "\n",
      "<!-- <item> -- -->",
      "<image><title>No</title></image>",
      "<itunes:author>A</itunes:author>",
      "<x:y/>",
      "<link>a</link>",
    );
    fc.assert(
      fc.property(
        title,
        fc.array(fc.tuple(title, between, between), { minLength: 1, maxLength: 4 }),
        between,
        (show, items, first) => {
          const body = items.map(
            ([own, one, two]) => `<item>${one}${own.xml}${two}${SOUND}</item>${two}`,
          );
          expect(titlesOf(rss(body.join(""), first + show.xml))).toEqual([
            show.text,
            ...items.map(([own]) => own.text),
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
