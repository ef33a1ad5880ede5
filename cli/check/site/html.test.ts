import { expect, it } from "vitest";
import { decodeEntities, scanTags, type Tag } from "./html.ts";
import { jsonLocations } from "../../files/json-locations.ts";
import { positionOf } from "../locate-findings.ts";

const scan = (html: string): Tag[] => {
  const tags: Tag[] = [];
  scanTags(html, (tag) => tags.push(tag));
  return tags;
};

it("CLI-6 reads names, places and attributes in every way of writing them", () => {
  expect(scan(`<P><a HREF='/x?a=1&amp;b=2' title="a > b" hidden data-n=5 href=/y>`)).toEqual([
    { name: "p", at: 0, attributes: {}, text: "" },
    {
      name: "a",
      at: 3,
      attributes: { href: "/x?a=1&b=2", title: "a > b", hidden: "", "data-n": "5" },
      text: "",
    },
  ]);
});

it("CLI-6 takes no tags from comments, scripts and titles", () => {
  const tags = scan(
    `<!-- <a href="/no"> --><script>if (a<b) "<a href='/no'>"</script><title>a <b> c</title><br/>`,
  );
  expect(tags.map(({ name }) => name)).toEqual(["script", "title", "br"]);
  expect(tags[0]!.text).toBe(`if (a<b) "<a href='/no'>"`);
  expect(tags[1]!.text).toBe("a <b> c");
});

it("CLI-6 forgives what browsers forgive", () => {
  expect(scan("a < b <3 <>")).toEqual([]);
  expect(scan(`<a href="/x>text`).map(({ name }) => name)).toEqual(["a"]);
  expect(scan(`<p don't>x<b>`).map(({ name }) => name)).toEqual(["p", "b"]);
  expect(scan("<script>never closed")[0]!.text).toBe("never closed");
  expect(scan("<a")).toEqual([]);
  expect(scan("<!-- never closed <a>")).toEqual([]);
});

it("CLI-6 decodes entities", () => {
  expect(decodeEntities("&lt;&#39;&#x41;&quot;&unknown;&#x110000;")).toBe(
    `<'A"&unknown;&#x110000;`,
  );
});

it("CLI-6 counts lines and columns from 1", () => {
  expect(positionOf("ab\ncd\n", 0)).toEqual({ line: 1, column: 1 });
  expect(positionOf("ab\ncd\n", 4)).toEqual({ line: 2, column: 2 });
  expect(positionOf("ab\ncd\n", 2)).toEqual({ line: 1, column: 3 });
});

it("CLI-6 finds the keys of JSON", () => {
  const locations = jsonLocations(`{\n  "a": { "b": "x: {", "c\\"d": [1, "e"] },\n  "f": "g"\n}`);
  expect(Object.fromEntries(locations)).toEqual({
    a: { line: 2, column: 3 },
    "a.b": { line: 2, column: 10 },
    'a.c"d': { line: 2, column: 23 },
    f: { line: 3, column: 3 },
  });
});
