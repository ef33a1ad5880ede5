import { createXmlScanner, readAttributes } from "#core/xml/scan-xml.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function parse(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const scanner = createXmlScanner({
    open(name, attributes) {
      const element: Element = {
        name,
        attributes: readAttributes(attributes, scanner.fault),
        children: [],
        text: "",
      };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    close: () => void open.pop(),
    text: (text) => void (open.at(-1)!.text += text),
  });
  scanner.write(xml);
  scanner.end();
  return root.children[0]!;
}

/** Audio file extensions and types that Apple Podcasts accepts. */
const ENCLOSURES: Readonly<Record<string, string>> = { mp3: "audio/mpeg", m4a: "audio/x-m4a" };
/** Top-level categories of Apple Podcasts. */
const CATEGORIES =
  "Arts|Business|Comedy|Education|Fiction|Government|Health & Fitness|History|Kids & Family|Leisure|Music|News|Religion & Spirituality|Science|Society & Culture|Sports|Technology|True Crime|TV & Film".split(
    "|",
  );
const MAX_DESCRIPTION = 4000;
const RFC_822 = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})$/;

/**
 * Validates a feed against the rules of RSS 2.0, Apple Podcasts and the podcast namespace.
 * @returns violations
 * @throws {XmlFault} if it is not well-formed
 */
export function checkFeed(xml: string): readonly string[] {
  const faults: string[] = [];
  const rule = (holds: boolean, text: string): void => void (holds || faults.push(text));
  const rss = parse(xml);
  const channel = rss.children[0]!;
  const all = ({ children }: Element, name: string) =>
    children.filter((child) => child.name === name);
  const only = (of: Element, name: string): Element => {
    const found = all(of, name);
    rule(found.length === 1, `${of.name} has ${found.length} ${name}`);
    return found[0] ?? { name, attributes: {}, children: [], text: "" };
  };
  const filled = (of: Element, name: string): string => {
    const { text } = only(of, name);
    rule(text.trim() !== "" && text === text.trim(), `${of.name} > ${name} is empty or padded`);
    return text;
  };
  const isAddress = (text = "") => /^https:\/\/[^\s]+$/.test(text);
  const describe = (of: Element): void => {
    const text = filled(of, "description");
    rule(Buffer.byteLength(text) <= MAX_DESCRIPTION, `${of.name} > description is too long`);
  };

  rule(rss.name === "rss" && rss.attributes["version"] === "2.0", "is not RSS 2.0");
  for (const [prefix, uri] of [
    ["itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"],
    ["podcast", "https://podcastindex.org/namespace/1.0"],
    ["atom", "http://www.w3.org/2005/Atom"],
  ] as const)
    rule(rss.attributes[`xmlns:${prefix}`] === uri, `namespace ${prefix}`);
  filled(channel, "title");
  describe(channel);
  rule(isAddress(filled(channel, "link")), "channel > link");
  rule(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(filled(channel, "language")), "language");
  filled(channel, "itunes:author");
  const owner = only(channel, "itunes:owner");
  filled(owner, "itunes:name");
  rule(/^[^\s@]+@[^\s@]+$/.test(filled(owner, "itunes:email")), "owner > email");
  rule(isAddress(only(channel, "itunes:image").attributes["href"]), "channel > itunes:image");
  rule(
    CATEGORIES.includes(only(channel, "itunes:category").attributes["text"] ?? ""),
    "channel > itunes:category",
  );
  rule(["true", "false"].includes(filled(channel, "itunes:explicit")), "channel > explicit");
  rule(["episodic", "serial"].includes(filled(channel, "itunes:type")), "channel > itunes:type");
  const items = all(channel, "item");
  for (const item of items) {
    filled(item, "title");
    describe(item);
    filled(item, "guid");
    rule(isAddress(filled(item, "link")), "item > link");
    rule(RFC_822.test(filled(item, "pubDate")), "item > pubDate");
    rule(/^[1-9]\d*$/.test(filled(item, "itunes:duration")), "item > itunes:duration");
    rule(["true", "false"].includes(filled(item, "itunes:explicit")), "item > itunes:explicit");
    rule(filled(item, "itunes:episodeType") === "full", "item > itunes:episodeType");
    const { url = "", length = "", type } = only(item, "enclosure").attributes;
    rule(isAddress(url) && /^[1-9]\d*$/.test(length), "item > enclosure");
    rule(ENCLOSURES[url.split(".").at(-1)!] === type, "type and extension of the enclosure");
    const transcript = only(item, "podcast:transcript").attributes;
    rule(isAddress(transcript["url"]) && transcript["type"] === "text/vtt", "podcast:transcript");
  }
  const ids = items.map((item) => all(item, "guid")[0]?.text);
  rule(new Set(ids).size === ids.length, "two episodes have one guid");
  return faults;
}
