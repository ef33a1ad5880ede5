import fc from "fast-check";
import { expect, it } from "vitest";
import { createXmlScanner, escapeXml, readAttributes, XmlFault } from "./scan-xml.ts";

/** Events of a document that is scanned in chunks of a given size. */
function scan(xml: string, size = xml.length || 1): string[] {
  const events: string[] = [];
  const text = (chunk: string): void => {
    if (events.at(-1)?.startsWith("=")) events[events.length - 1] += chunk;
    else events.push(`=${chunk}`);
  };
  const scanner = createXmlScanner({
    open(name, raw) {
      const attributes = Object.entries(readAttributes(raw, scanner.fault));
      events.push(`<${name}${attributes.map(([key, value]) => ` ${key}=${value}`).join("")}`);
    },
    close: (name) => events.push(`>${name}`),
    text,
  });
  for (let at = 0; at < xml.length; at += size) scanner.write(xml.slice(at, at + size));
  scanner.end();
  return events;
}

const fault = (xml: string, size?: number): string => {
  try {
    scan(xml, size);
  } catch (error) {
    if (error instanceof XmlFault) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return "";
};

const DOCUMENT = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- <no> & -->
<a:b x='1 > 0' y = "&lt;&#x41;&#66;&apos;">one &amp; two<![CDATA[ <three> & ]]>
<c/><?pi ?>四\r\n</a:b >
`;
const EXPECTED = ["<a:b x=1 > 0 y=<AB'", "=one & two <three> & \n", "<c", ">c", "=四\n", ">a:b"];

it("CLI-7 reads XML the same in pieces of any size", () => {
  for (let size = 1; size <= DOCUMENT.length; size++)
    expect(scan(DOCUMENT, size), `${size}`).toEqual(EXPECTED);
});

it.each([
  ['<!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>', "1:1 a document type"],
  ["<a>\n <b>&lol;</b></a>", "2:5 &lol; is no reference"],
  ["<a>one & two</a>", "1:8 a & that stands alone"],
  ["<a>&#0;</a>", "1:4 &#0; is no reference"],
  ["<a>&#xd800;</a>", "1:4 &#xd800; is no reference"],
  ["<a>\u0001</a>", "1:4 a character that XML cannot hold"],
  ["<a>\n\n  <b></a>", "3:6 </a> where <b> is"],
  ["<a></a></b>", "1:8 </b> where nothing is open"],
  ["<a/><b/>", "1:5 a second root element"],
  ["<a/>text", "1:5 text outside of the root element"],
  ["<a><b", "1:4 the file ends in the middle of a tag"],
  ["<a><b>", "1:7 the file ends before </b>"],
  ["<a b=1/>", "1:1 a tag that is not well-formed"],
  ['<a b="1"c="2"/>', "1:1 a tag that is not well-formed"],
  ['<a b="1" b="2"/>', "1:1 b is there twice"],
  ["<a><1/></a>", "1:4 a tag that is not well-formed"],
  ["", "1:1 there is no element in it"],
  ['<?xml version="1.0" encoding="UTF-16"?><a/>', "1:1 its encoding is UTF-16"],
  ["<x>".repeat(100), "1:193 more than 64 elements in one another"],
])("CLI-7 reports the problem and location of %s", (xml, expected) => {
  for (const size of [1, 3, 1000])
    expect(fault(xml, size)).toMatch(new RegExp(`^${escapeRegExp(expected)}`));
});

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

it("CLI-7 a tag without an end is refused before it fills the memory", () => {
  expect(fault(`<a b="${"x".repeat(200_000)}`, 1000)).toContain(
    "a tag of more than 65536 characters",
  );
  expect(fault(`<a><!--${"x".repeat(200_000)}`, 1000)).toContain("a tag of more than 65536");
});

it("LOC-7 any text survives being written as XML and read again", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 60 })
    .map((each) => each.replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, ""));
  fc.assert(
    fc.property(text, text, (inner, value) => {
      const attribute = value.replace(/[\t\n\r]/g, " ");
      const events = scan(`<a b="${escapeXml(attribute)}">${escapeXml(inner)}</a>`, 7);
      expect(events).toEqual([`<a b=${attribute}`, ...(inner === "" ? [] : [`=${inner}`]), ">a"]);
    }),
  );
});
