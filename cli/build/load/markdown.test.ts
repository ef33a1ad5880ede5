import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headingId, renderMarkdown, markdownLinks, relativeLinks } from "./markdown.ts";
import { linksOf } from "./to-entry.ts";

const render = (source: string): string =>
  renderMarkdown(source, { localize: (href) => `/de${href}` });

const PAYLOADS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='javascript:alert(1)'>x</a>",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<math><mtext></mtext><mglyph><style></math><img src=x onerror=alert(1)>",
  "<object data='data:text/html;base64,PHNjcmlwdD4='></object>",
  "<base href='//evil.example/'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "<style>@import 'javascript:alert(1)'</style>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](java&#x0A;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x]( javascript:alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](//evil.example/)",
  "[x](/\\evil.example/)",
  "[x](\\\\evil.example/)",
  "[x](file:///etc/passwd)",
  "[x](blob:https://s.example/1)",
  "[x](filesystem:https://s.example/1)",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
  '![x" onerror="alert(1)](https://s.example/x.png)',
  '[x](https://s.example/ "t" onmouseover="alert(1)")',
  '[x](https://s.example/"onmouseover=alert(1))',
  "[x][r]\n\n[r]: javascript:alert(1)",
  "[x][r]\n\n[r]: data:text/html,x",
  "<javascript:alert(1)>",
  '<https://s.example/"onclick=alert(1)>',
  "## <img src=x onerror=alert(1)>",
  '## x" onclick="alert(1)',
  "`<script>alert(1)</script>`",
  "```html\n<script>alert(1)</script>\n```",
  '```"><script>alert(1)</script>\nx\n```',
  "    <script>alert(1)</script>",
  "| <script>alert(1)</script> |\n|---|\n| <img onerror=alert(1)> |",
  "- <script>alert(1)</script>\n\n> <script>alert(1)</script>",
];

/** Tags of the output: name and attributes, as a parser of HTML reads them. */
function tagsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  return Array.from(
    html.matchAll(/<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi),
    ([, name, rest]) => ({
      name: name!.toLowerCase(),
      attributes: Object.fromEntries(
        Array.from(
          rest!.matchAll(/([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g),
          (match) => [
            match[1]!.toLowerCase(),
            (match[2] ?? match[3] ?? match[4] ?? "")
              .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) =>
                String.fromCodePoint(parseInt(hex, 16)),
              )
              .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
              .replaceAll("&amp;", "&")
              .replaceAll("&quot;", '"'),
          ],
        ),
      ),
    }),
  );
}

describe("renderMarkdown", () => {
  it("CLI-1 the payloads are many and different", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThan(30);
  });

  it.each(PAYLOADS)("CLI-1 %j is shown and not run", (payload) => {
    for (const source of [payload, `Text ${payload} text`, `* ${payload}`, `> ${payload}`]) {
      for (const { name, attributes } of tagsOf(render(source))) {
        expect(name).toMatch(
          /^(p|h[1-6]|ul|ol|li|a|img|em|strong|code|pre|blockquote|table|thead|tbody|tr|th|td|hr|br|s)$/,
        );
        for (const [key, value] of Object.entries(attributes)) {
          expect(key).toMatch(/^(href|src|alt|title|id|rel|class|start|style|tabindex)$/);
          if (key === "style") expect(value).toMatch(/^text-align:(left|center|right)$/);
          if (key === "href" || key === "src")
            expect(value).toMatch(/^(https?:\/\/|mailto:|\/(?![/\\])|#)/i);
        }
      }
    }
  });

  it("LOC-1 links to pages lead to the reader's locale, others stay", () => {
    expect(render("[a](/x) [b](/x?q=1#h) [c](#h)")).toBe(
      '<p><a href="/de/x">a</a> <a href="/de/x?q=1#h">b</a> <a href="#h">c</a></p>\n',
    );
    expect(render("[a](https://o.example/) [b](mailto:a@b.example)")).toBe(
      '<p><a href="https://o.example/" rel="noopener">a</a> <a href="mailto:a@b.example">b</a></p>\n',
    );
    expect(render("[a](relative) and [b](../up)")).not.toContain("<a");
  });

  it("CLI-1 headings have ids, each once", () => {
    const ids = (source: string) =>
      tagsOf(render(source)).flatMap(({ attributes }) => attributes["id"] ?? []);
    expect(ids("## One\n\n## One\n\n### One")).toEqual(["one", "one-2", "one-3"]);
    expect(ids("## `Code` and *more* [link](/x)")).toEqual(["code-and-more-link"]);
    expect(ids("## 你好，世界")).toEqual(["你好-世界"]);
    expect(ids("## !!!")).toEqual([]);
    const two = ids("## One\n\n## One 2\n\n## One");
    expect(new Set(two).size).toBe(two.length);
  });

  it.each([
    ["Where to cut, and why", "where-to-cut-and-why"],
    ["  Größe & Länge  ", "größe-länge"],
    ["متى تقص", "متى-تقص"],
    ["Cafe\u0301", "café"],
    ["हिन्दी", "हिन्दी"],
    ["—", ""],
  ])("SEO-4 the id of %j is %j", (text, id) => {
    expect(headingId(text)).toBe(id);
  });

  it("CLI-1 tables, lists and emphasis are CommonMark", () => {
    expect(render("**a** *b*\n\n| h |\n|---|\n| c |\n")).toBe(
      '<p><strong>a</strong> <em>b</em></p>\n<table tabindex="0">\n<thead>\n<tr>\n<th>h</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n',
    );
  });
});

describe("links of a body", () => {
  it.each([
    ["a [b](/c) d", ["/c"]],
    ["`[b](/c)` is code", []],
    ["![picture](/d.png) and [b](/c)", ["/c"]],
    ["see [b]\n\n[b]: /c", ["/c"]],
    ["[b](/c(d))", ["/c(d)"]],
    ["~~~\n[b](/c)\n~~~", []],
    ["[b](https://example.com/c) [e](#f)", []],
  ])("SEO-4 %j", (body, links) => expect(markdownLinks(body)).toEqual(links));

  it("SEO-4 are the same where only code was a reason for a whole look", () => {
    const line = fc.constantFrom(
      ..."```|```js|``` |````|~~~|a [b](/c) d|[e](/f)|- [g](/h)|- ```|> ```|> [i](/j)|    ```|  ```|`[k](/l)`||word|[m]: /n|1. [o](/p)|```` x|``` `".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const body = lines.join("\n").trim();
        expect(new Set(linksOf(body))).toEqual(
          new Set([...markdownLinks(body), ...relativeLinks(body)]),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it("SEO-4 are the same where a line has code", () => {
    const part = fc.constantFrom(
      ..."`,`a`,``,`b c`,\\`,<,>,[d](/e),[`f`](/g),[h](/i`j`),[k](/l),[`m](/n)`,`[o](/p),x | y,\n,\n\n,- ,**,<http://q`r>".split(
        ",",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const body = parts.join("").trim();
        expect(new Set(linksOf(body))).toEqual(
          new Set([...markdownLinks(body), ...relativeLinks(body)]),
        );
      }),
      { numRuns: 5000 },
    );
  });
});
