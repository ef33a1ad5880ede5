import { describe, expect, it } from "vitest";
import { attributesOf, scanMarkup } from "#core/xml/scan-markup.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { readDashTree } from "./lists/dash-tree.ts";
import { parseManifest } from "./lists/dash.ts";
import { codecOf } from "./lists/codec-of.ts";
import { parseMaster, parsePlaylist } from "./lists/hls.ts";
import { decodePage } from "./pages/decode-page.ts";
import {
  addressOf,
  contentOf,
  linkedDataOf,
  lineOf,
  parseDuration,
  sourceOf,
  tagsOf,
  textOf,
} from "./pages/markup.ts";
import { sniff } from "./pages/sniff.ts";
import { readBlocks } from "./pages/page-blocks.ts";
import { parseArticle } from "./pages/parse-article.ts";
import { parseFeed } from "./pages/parse-feed.ts";
import { parseOEmbed, parsePage } from "./pages/parse-page.ts";
import { failureOf, readInfo } from "./yt-dlp/read-info.ts";

const BASE = new URL("https://media.example/a/");
const LIMIT = 16 * 1024 * 1024;

const PAGE = `<!doctype html><html lang="en"><head><title>A &amp; b</title>
<meta property="og:title" content='A'><meta name="author" content="Ada">
<link rel="alternate" type="application/rss+xml" href="/feed">
<script type="application/ld+json">{"contentUrl": "a.mp3", "articleBody": "x"}</script></head>
<body><!-- no --><nav class="menu"><a href="/">Home</a></nav><article itemprop="articleBody">
<h1>Head</h1><p style="display: none">A text of more than some letters<br>&#65; on a line.</p>
<audio src="b.mp3"></audio></article></body></html>`;
const FEED = `<?xml version="1.0"?><rss xmlns:itunes="x"><channel><title>A</title>
<itunes:author>Ada</itunes:author><image><url>https://a.example/a.png</url></image>
<itunes:image href="b.png"/><item><title><![CDATA[One]]></title><pubDate>Sat, 28 Nov 2026</pubDate>
<itunes:duration>1:02:03</itunes:duration><enclosure url="a.mp3" type="audio/mpeg"/></item>
<item><media:content url="b.mp3"/></item></channel></rss>`;
const MPD = `<?xml version="1.0"?><MPD mediaPresentationDuration="PT10S"><BaseURL>b/</BaseURL>
<Period start="PT0S"><AdaptationSet mimeType="audio/mp4"><SegmentTemplate media="$RepresentationID$-$Number%05d$"
initialization="i" duration="2" timescale="1"><SegmentTimeline><S t="0" d="2" r="4"/></SegmentTimeline>
</SegmentTemplate><Representation id="1" bandwidth="64000" codecs="mp4a.40.2"/></AdaptationSet></Period>
<!-- x --><Period><AdaptationSet mimeType="audio/mp4"><SegmentList duration="2"><Initialization sourceURL="a"/>
<SegmentURL media="c" mediaRange="0-9"/></SegmentList><Representation id="1" codecs="mp4a.40.2"/></AdaptationSet></Period></MPD>`;
const MASTER = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",DEFAULT=YES,URI="c.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=100,CODECS="mp4a.40.2,avc1",RESOLUTION=10x10,AUDIO="a"
v.m3u8
`;
const PLAYLIST = `#EXTM3U
#EXT-X-MEDIA-SEQUENCE:1
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01
#EXT-X-MAP:URI="m",BYTERANGE="10@0"
#EXTINF:4.0,
#EXT-X-BYTERANGE:10@10
a.ts
#EXT-X-DISCONTINUITY
#EXTINF:4.0,
b.ts
#EXT-X-ENDLIST
`;
const INFO = JSON.stringify({
  title: "A",
  formats: [{ format_id: "1", url: "https://a.example/a", acodec: "opus" }],
  entries: [{ url: "https://a.example/b", title: "b" }],
  chapters: [{ start_time: 0, title: "c" }],
});

const TAGS = [
  "<script ",
  "application/ld+json",
  "</script",
  "<!--",
  "-->",
  "<p>",
  "</p>",
  "<a ",
  "=",
];
const IN_HTML = [["<html><body>", "</body></html>"]] as const;

describe("API-17 what other servers send is read in time in proportion to its length:", () => {
  const timeout = 300_000;

  it("a page", { timeout }, () =>
    expectLinearTime((text) => parsePage(text, BASE), {
      samples: [PAGE],
      tokens: TAGS,
      frames: IN_HTML,
      limit: LIMIT,
    }),
  );
  it("an article", { timeout }, () =>
    expectLinearTime(parseArticle, {
      samples: [PAGE],
      tokens: TAGS,
      frames: IN_HTML,
      limit: LIMIT / 4,
    }),
  );
  it("the first bytes of an answer", { timeout }, () =>
    expectLinearTime((text) => sniff(Buffer.from(text, "latin1")), {
      samples: [PAGE, MPD],
      tokens: ["OggS", "<MPD", "<meta", "\x47", "\xff\xfb"],
    }),
  );

  it("the blocks of a page", { timeout }, () =>
    expectLinearTime(readBlocks, { samples: [PAGE], tokens: ["<script>", "<!", "</"] }),
  );
  it("a feed", { timeout }, () =>
    expectLinearTime((text) => parseFeed(text, BASE), {
      samples: [FEED],
      tokens: [
        "<item>",
        "<image>",
        "</image>",
        "</source>",
        "<title>",
        "<enclosure ",
        "<![CDATA[",
        "]]>",
        "<!--",
        "<?",
        "<!DOCTYPE [",
        'xmlns:a="b"',
      ],
      frames: [
        ["<rss>", ""],
        ["<rss>", "<item><enclosure url='https://a.example/a.mp3' type='audio/mpeg'/></item>"],
      ],
      limit: LIMIT,
    }),
  );
  it("a manifest of DASH", { timeout }, () =>
    expectLinearTime((text) => parseManifest(text, BASE).map(({ segments }) => segments?.list()), {
      samples: [MPD],
      tokens: ["<Period >", "<S d='1'/>", "<!--", "<![CDATA[", "<BaseURL>"],
      frames: [["<MPD>", "</MPD>"]],
      limit: LIMIT,
    }),
  );
  it("a master playlist of HLS", { timeout }, () =>
    expectLinearTime((text) => parseMaster(text, BASE), {
      samples: [MASTER],
      tokens: ["#EXT-X-STREAM-INF:\n", "#EXT-X-MEDIA:", 'A="', "A="],
      frames: [["#EXTM3U\n", "\n#EXT-X-STREAM-INF:\na\n"]],
      limit: LIMIT,
    }),
  );
  it("a playlist of HLS", { timeout }, () =>
    expectLinearTime((text) => parsePlaylist(text, BASE), {
      samples: [PLAYLIST],
      tokens: ['#EXT-X-MAP:URI="a"\n', "#EXT-X-KEY:", "a\n", "#EXTINF:1\n"],
      frames: [["#EXTM3U\n", "\n#EXT-X-ENDLIST\n"]],
      limit: LIMIT,
    }),
  );
  it("oEmbed", { timeout }, () =>
    expectLinearTime((text) => parseOEmbed(text, BASE), {
      samples: [JSON.stringify({ title: "a", url: "b", html: '<audio src="c"></audio>' })],
      tokens: ['{"a":', "[", "\\u0000"],
      frames: [
        ["", ""],
        ['{"html":"', '"}'],
      ],
      limit: 1024 * 1024,
    }),
  );
  it("what yt-dlp answers", { timeout }, () =>
    expectLinearTime((text) => readInfo(text, "http"), {
      samples: [INFO],
      tokens: ['{"a":', '{"title":""},'],
      frames: [
        ["", ""],
        ['{"formats":[', "{}]}"],
      ],
      limit: LIMIT,
    }),
  );
  it("what yt-dlp complains of", { timeout }, () =>
    expectLinearTime(failureOf, { tokens: ["ERROR", "http error 40", "live event will begin"] }),
  );

  it.each<[string, (text: string) => unknown]>([
    ["the tree of a manifest", readDashTree],
    ["text", textOf],
    ["attributes", attributesOf],
    ["the content of an element", (text) => contentOf(text, "a")],
    ["the source of an element", (text) => sourceOf(text, "a")],
    ["tags", (text) => tagsOf(text, ["a"])],
    ["linked data", linkedDataOf],
    ["markup", (text) => Array.from(scanMarkup(text))],
    ["HTML", (text) => Array.from(scanMarkup(text, { rawHtmlElements: new Set(["a"]) }))],
    ["one line", lineOf],
    ["a duration", parseDuration],
    ["an address", (text) => addressOf(text, BASE)],
    ["a codec", codecOf],
    ["a page's encoding", (text) => decodePage(Buffer.from(text), text.slice(0, 30_000))],
  ])("%s", { timeout }, (_name, reader) =>
    expectLinearTime(reader, {
      samples: ["<a b=\"c\" d='e'>x<![CDATA[y]]></a>", "PT1H2M3.5S", '<meta charset="utf-8">'],
      tokens: TAGS,
    }),
  );
});

describe("API-17 a small manifest does not become a large list:", () => {
  const manifest = (template: string, representations: string, seconds = 50_000): string =>
    `<MPD mediaPresentationDuration="PT${seconds}S"><Period><AdaptationSet mimeType="audio/mp4">${template}${representations}</AdaptationSet></Period></MPD>`;
  const template = (media: string, more = 'duration="1"'): string =>
    `<SegmentTemplate media="${media}" initialization="i" ${more}/>`;
  const one = '<Representation id="1"/>';
  const read = (xml: string) => parseManifest(xml, BASE).map(({ segments }) => segments?.list());
  const tooMuch = expect.objectContaining({
    key: expect.stringMatching(/^source_(too_large|unsupported)$/),
  });

  it.each([
    ["many representations", manifest(template("$Number$"), one.repeat(101))],
    [
      "an id of many letters",
      manifest(template("$RepresentationID$"), `<Representation id="${"a".repeat(30_000)}"/>`),
    ],
    ["addresses of many letters", manifest(template("a".repeat(1500)), one)],
    ["a template of many numbers", manifest(template("$Number%099d$".repeat(100)), one)],
    [
      "a base of many letters",
      manifest(`<BaseURL>${"b".repeat(5000)}</BaseURL>${template("a")}`, one),
    ],
    ["too many segments", manifest(template("$Number$"), one, 50_001)],
    ["segments without a length", manifest(template("$Number$", 'duration="0"'), one)],
    ["segments of a negative length", manifest(template("$Number$", 'duration="-1"'), one)],
    ["a scale without end", manifest(template("$Number$", 'duration="1" timescale="1e999"'), one)],
    [
      "a first number without end",
      manifest(template("$Number$", 'duration="1" startNumber="1e999"'), one),
    ],
    [
      "a timeline that repeats without end",
      manifest(
        '<SegmentTemplate media="a" initialization="i"><SegmentTimeline><S d="1" r="1e9"/></SegmentTimeline></SegmentTemplate>',
        one,
      ),
    ],
    ["elements without end", manifest("<S/>".repeat(130_000), one)],
    ["elements in elements", manifest("<a>".repeat(10_000), one)],
    ["a document type", `<!DOCTYPE a [<!ENTITY b "&c;">]>${manifest(template("a"), one)}`],
  ])("%s", (_name, xml) => {
    expect(() => read(xml)).toThrow(tooMuch);
  });

  it("a long recording in many forms is described, and each form has its list", () => {
    const forms = Array.from({ length: 20 }, (_, at) => `<Representation id="${at}"/>`).join("");
    const tracks = parseManifest(manifest(template("$RepresentationID$-$Number$"), forms), BASE);
    expect(tracks.map(({ segments }) => segments?.duration)).toEqual(tracks.map(() => 50_000));
    expect(tracks[3]!.segments!.list().parts.at(-1)).toEqual({ url: `${BASE.href}3-50000` });
  });

  it.each([
    "audio/a\u007f",
    "audio/mp4; codecs=a",
    "audio/",
    "audio/mp4\u0085",
    `audio/${"a".repeat(61)}`,
  ])("the MIME type %j is none", (type) => {
    const xml = `<MPD><Period><AdaptationSet mimeType="${type}"><Representation id="1"/></AdaptationSet></Period></MPD>`;
    expect(parseManifest(xml, BASE)).toEqual([]);
  });

  it.each([
    ["maps", '#EXT-X-MAP:URI="a"\n'.repeat(60_000)],
    ["empty parts", "#EXTINF:1\na\n".repeat(60_000)],
    ["lines", "#\n".repeat(600_000)],
    ["a line", `#EXT-X-MAP:${"A=1,".repeat(20_000)}`],
    ["addresses", `#EXTINF:1\n${"a".repeat(4000)}\n`.repeat(5000)],
    [
      "characters in addresses of keys",
      `#EXT-X-KEY:METHOD=AES-128,URI="${"k".repeat(4000)}"\n${"#EXTINF:1\na\n".repeat(5000)}`,
    ],
    ["seconds", "#EXTINF:1e300\na\n"],
    ["a number", "#EXT-X-MEDIA-SEQUENCE:1e300\n#EXTINF:1\na\n"],
  ])("a playlist of too many %s is refused", (_name, body) => {
    expect(() => parsePlaylist(`#EXTM3U\n${body}#EXT-X-ENDLIST\n`, BASE)).toThrow(tooMuch);
  });

  it("of a variant's codecs only the first ones are read", () => {
    const variant = `#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2${",a".repeat(30_000)}"\na\n`;
    const [read] = parseMaster(`#EXTM3U\n${variant}`, BASE)!.variants;
    expect(read!.codecs).toHaveLength(20);
    expect(read!.codecs[0]).toBe("mp4a.40.2");
  });
});
