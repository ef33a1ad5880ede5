import { describe, expect, it } from "vitest";
import { assetsOf, dataOf, listPages, localeOf } from "./pages.ts";

const DATA = {
  locale: "en",
  locales: [
    { code: "en", home: "/" },
    { code: "ar", home: "/ar" },
    { code: "de", home: "https://s.de/" },
  ],
  page: { name: "A </script> b", kind: "tool" },
};
const json = JSON.stringify(DATA).replaceAll("<", "\\u003c");
const HTML = `<head><script type="application/json" id="toolkit-site">${json}</script><link rel="stylesheet" href="/assets/style-1.css"><script type="module" src="/assets/client-1.js"></script></head><a href="/assets/style-1.css">`;

describe("a document", () => {
  it("PWA says which files it needs", () => {
    expect(assetsOf(HTML)).toEqual(["/assets/style-1.css", "/assets/client-1.js"]);
  });

  it("PWA says what it is", () => {
    expect(dataOf(HTML)).toEqual(DATA);
    expect(dataOf("<p>")).toBeNull();
    expect(dataOf('<script type="application/json" id="toolkit-site">{</script>')).toBeNull();
  });
});

it("LOC-3 the language of an address is that of its first part, or of its domain", () => {
  expect(localeOf("https://s.example/ar/x", DATA)).toBe("ar");
  expect(localeOf("https://s.example/AR", DATA)).toBe("ar");
  expect(localeOf("https://s.example/arabic", DATA)).toBe("en");
  expect(localeOf("https://s.de/x", DATA)).toBe("de");
  expect(localeOf("https://s.example/", DATA)).toBe("en");
});

describe("the offline page", () => {
  const page = '<ul class="l"><li>x</li></ul><ul class="l" data-kept=""></ul>';

  it("PWA gets a link for each page, as text", () => {
    const links = [
      { name: 'A & "b" <i>', path: "/a" },
      { name: "$& $1", path: '/b"' },
    ];
    expect(listPages(page, links)).toBe(
      '<ul class="l"><li>x</li></ul><ul class="l" data-kept="">' +
        '<li><a href="/a"><bdi>A &#38; &#34;b&#34; &#60;i&#62;</bdi></a></li>' +
        '<li><a href="/b&#34;"><bdi>$&#38; $1</bdi></a></li></ul>',
    );
  });

  it("PWA stays as it is where there is nothing to list, or no place for it", () => {
    expect(listPages(page, [])).toBe(page);
    expect(listPages("<p>", [{ name: "a", path: "/a" }])).toBe("<p>");
  });
});
