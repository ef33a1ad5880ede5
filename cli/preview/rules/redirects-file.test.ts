import fc from "fast-check";
import { expect, it } from "vitest";
import { findRedirect, parseRedirects } from "./redirects-file.ts";

function follow(source: string, path: string, search = "", force = false) {
  const found = findRedirect(parseRedirects(source).rules, force, { path, search });
  return found === undefined ? undefined : `${found.status} ${found.location}`;
}

it("RTE-4 _redirects: exact paths, statuses, and comments", () => {
  const source = "# moved\n/old /new # why\n/a /b 302\n/c /d 308\n/e https://e.example/x?y=1#z 307";
  expect(follow(source, "/old")).toBe("301 /new");
  expect(follow(source, "/a")).toBe("302 /b");
  expect(follow(source, "/c")).toBe("308 /d");
  expect(follow(source, "/e")).toBe("307 https://e.example/x?y=1#z");
  expect(follow(source, "/none")).toBeUndefined();
});

it("RTE-4 _redirects: splats and placeholders are carried over, encoded", () => {
  expect(follow("/news/* /blog/:splat", "/news/2026/a b")).toBe("301 /blog/2026/a%20b");
  expect(follow("/n/:year/:slug /b/:slug-:year", "/n/2026/x")).toBe("301 /b/x-2026");
  expect(follow("/w/* https://w.example/Help:Contents/:splat", "/w/é")).toBe(
    "301 https://w.example/Help:Contents/%C3%A9",
  );
  expect(follow("/café /kaffee", "/café")).toBe("301 /kaffee");
  expect(follow("/caf%C3%A9 /größe", "/café")).toBe("301 /gr%C3%B6%C3%9Fe");
});

it("RTE-4 _redirects: the query goes along unless the target has one", () => {
  expect(follow("/a /b", "/a", "?x=1")).toBe("301 /b?x=1");
  expect(follow("/a /b#part", "/a", "?x=1")).toBe("301 /b?x=1#part");
  expect(follow("/a /b?y=2", "/a", "?x=1")).toBe("301 /b?y=2");
});

it("RTE-4 _redirects: the first rule wins, and only `!` goes before files", () => {
  const source = "/a /one\n/* /two 302!\n/b /three";
  expect(follow(source, "/a")).toBe("301 /one");
  expect(follow(source, "/a", "", true)).toBe("302 /two");
});

it("RTE-4 _redirects: a redirect to itself is passed over", () => {
  expect(follow("/* /app", "/app", "?x")).toBeUndefined();
  expect(follow("/:l/* /:l/:splat", "/de/ä@b")).toBeUndefined();
  expect(follow("/* /app", "/other")).toBe("301 /app");
});

it("RTE-4 _redirects: every wrong line is reported with its number", () => {
  const source = [
    "/only",
    "relative /x",
    "/a relative",
    "/a //evil.example",
    "/a javascript:alert(1)",
    "/a /b 418",
    "/a /b 301 Country=de",
    "/a id=:id /b",
    "/a https://x.example/ 200",
    "/a/* https://x.example:splat",
    "/a https://[bad/",
    "/a/* /b/:slug",
    "/ok /fine",
  ].join("\n");
  const { problems, rules } = parseRedirects(source);
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    '_redirects:1 a redirect is "from to [status]": /only',
    '_redirects:2 the path must start with "/": relative',
    "_redirects:3 the target must be a path or start with https://: relative",
    "_redirects:4 the target must be a path or start with https://: //evil.example",
    "_redirects:5 the target must be a path or start with https://: javascript:alert(1)",
    "_redirects:6 the status must be one of 200, 301, 302, 303, 307, 308, 404, 410: 418",
    "_redirects:7 query parameters and conditions are not supported: /a /b 301 Country=de",
    "_redirects:8 query parameters and conditions are not supported: /a id=:id /b",
    "_redirects:9 a 200 serves a file of this site, so its target is a path: https://x.example/",
    "_redirects:10 the host of a target cannot hold a placeholder: https://x.example:splat",
    "_redirects:11 not an address: https://[bad/",
    '_redirects:12 ":slug" is not in the path that is matched',
  ]);
  expect(rules).toHaveLength(1);
});

it("RTE-4 _redirects: whatever a splat holds, a local target stays on this host", () => {
  const { rules } = parseRedirects("/go/* /:splat\n/in/* /x/:splat");
  const splat = fc.string({
    unit: fc.constantFrom("/", "\\", "@", ":", "e.v", "?", "#", "%", " "),
  });
  fc.assert(
    fc.property(splat, fc.constantFrom("/go/", "/in/"), (rest, start) => {
      const path = `${start}${rest}`;
      const found = findRedirect(rules, false, { path, search: "" });
      if (found === undefined) return;
      expect(new URL(found.location, "http://here.example").host).toBe("here.example");
    }),
  );
});
