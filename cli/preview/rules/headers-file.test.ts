import { expect, it } from "vitest";
import { applyHeaderRules, parseHeaders } from "./headers-file.ts";

function headersFor(source: string, path: string, defaults: Record<string, string> = {}) {
  const headers = new Headers(defaults);
  applyHeaderRules(headers, parseHeaders(source).rules, path);
  return Object.fromEntries(headers);
}

it("RTE-4 _headers: a rule holds for its path, its splat and its placeholders", () => {
  const source = `
/exact
  X-A: exact
/tools/*
  X-B: below
/voices/:name/:part
  Link: </:name/:part.mp3>; rel=preload
`;
  expect(headersFor(source, "/exact")).toEqual({ "x-a": "exact" });
  expect(headersFor(source, "/exact/")).toEqual({});
  expect(headersFor(source, "/tools/a/b")).toEqual({ "x-b": "below" });
  expect(headersFor(source, "/tools")).toEqual({});
  expect(headersFor(source, "/voices/amy/one")).toEqual({
    link: "</amy/one.mp3>; rel=preload",
  });
  expect(headersFor(source, "/voices/amy/one/two")).toEqual({});
});

it("RTE-4 _headers: rules that match merge, and the first replaces the host's default", () => {
  const source = "/*\n  Cache-Control: no-store\n  X-A: 1\n/a\n  X-A: 2\n  x-b: 3\n";
  expect(headersFor(source, "/a", { "cache-control": "no-cache" })).toEqual({
    "cache-control": "no-store",
    "x-a": "1, 2",
    "x-b": "3",
  });
});

it("RTE-4 _headers: `! Name` takes away what came before", () => {
  const source = "/*\n  X-A: 1\n/a/*\n  ! X-A\n  ! ETag\n/a/b\n  X-A: 2\n";
  expect(headersFor(source, "/a/c", { etag: '"1"' })).toEqual({});
  expect(headersFor(source, "/a/b")).toEqual({ "x-a": "2" });
});

it("RTE-4 _headers: several cookies stay several", () => {
  const headers = new Headers();
  const { rules } = parseHeaders("/*\n  Set-Cookie: a=1\n  Set-Cookie: b=2");
  applyHeaderRules(headers, rules, "/");
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

it("RTE-4 _headers: every wrong line is reported with its number, and the rest holds", () => {
  const source = [
    "\uFEFF# comment",
    "X-Early: 1",
    "/ok",
    "  X-Ok: 1",
    "  no colon here",
    "  Bad Name: 1",
    "  X-Empty:",
    "  Content-Length: 3",
    "  X-Control: a\u0001b",
    "  X-Wide: 漢",
    "/a/*/b/*",
    "  X-A: 1",
    "/has space",
    "  X-A: 1",
    "/empty",
    "/:a/:a",
    "  X-A: 1",
    "  !",
    "/%zz",
    "  X-A: 1",
  ].join("\r\n");
  const { problems } = parseHeaders(source);
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    "_headers:2 a header stands before the first path: X-Early: 1",
    '_headers:5 neither a path nor "Name: value": no colon here',
    '_headers:6 not a header\'s name: "Bad Name"',
    "_headers:7 X-Empty has no value",
    "_headers:8 Content-Length is the host's own to set",
    "_headers:9 X-Control has a character that no header may have",
    "_headers:10 X-Wide has a character that no header may have",
    '_headers:11 the path may have one "*": /a/*/b/*',
    "_headers:13 a path stands alone on its line: /has space",
    "_headers:15 no header stands under /empty",
    '_headers:16 ":a" stands twice in /:a/:a',
    '_headers:18 "!" needs a header\'s name: !',
    "_headers:19 the path has a broken % escape: /%zz",
  ]);
  expect(headersFor(source, "/ok")).toEqual({ "x-ok": "1" });
});

it("RTE-4 _headers: a captured value cannot start another header", () => {
  expect(headersFor("/*\n  Link: </:splat>", "/a\r\nX-Evil: 1 漢")).toEqual({
    link: "</a%0D%0AX-Evil%3A%201%20%E6%BC%A2>",
  });
});

it("RTE-4 _headers: a rule for a host of its own is accepted and holds for none here", () => {
  const source = "https://:project.pages.dev/*\n  X-Robots-Tag: noindex";
  expect(parseHeaders(source).problems).toEqual([]);
  expect(headersFor(source, "/")).toEqual({});
});

it("RTE-4 _headers: characters of regular expressions stand for themselves", () => {
  expect(headersFor("/a.b+(c)/*\n  X-A: 1", "/a.b+(c)/d")).toEqual({ "x-a": "1" });
  expect(headersFor("/a.b/*\n  X-A: 1", "/axb/d")).toEqual({});
});
