import { strFromU8, unzipSync } from "fflate";
import type { Chapter, DocumentProblem, ReadDocument } from "./document.ts";

type Files = Readonly<Record<string, Uint8Array>>;
type Read = ReadDocument | { readonly problem: DocumentProblem };

/** Bytes of what one of its files may become, and all of them. */
const MOST_BYTES = 60_000_000;
const MOST_OF_ALL = 200_000_000;

/** @throws {Error} for XML that is none: what could be read of it may be any part of it */
function parse(bytes: Uint8Array, type: DOMParserSupportedType): Document {
  const parsed = new DOMParser().parseFromString(strFromU8(bytes), type);
  if (type === "text/xml" && parsed.getElementsByTagName("parsererror").length > 0)
    throw new Error("It is no XML");
  return parsed;
}
const all = (root: Document | Element, name: string): Element[] =>
  Array.from(root.getElementsByTagNameNS("*", name));

/** A document of WordprocessingML (ECMA-376): paragraphs, and headings of the first two levels as chapters. */
function readDocx(files: Files, title: string): Read {
  const chapters: { title: string; paragraphs: string[] }[] = [{ title: "", paragraphs: [] }];
  for (const paragraph of all(parse(files["word/document.xml"]!, "text/xml"), "p")) {
    let text = "";
    for (const part of Array.from(paragraph.getElementsByTagName("*"))) {
      const name = part.localName;
      if (name === "t") text += part.textContent;
      else if (name === "tab" || name === "br") text += " ";
    }
    const style = all(paragraph, "pStyle")[0]?.getAttribute("w:val") ?? "";
    if (text.trim() === "") continue;
    if (/^(?:heading|title|überschrift|titre|titolo|título|kop)\s*[12]?$/i.test(style))
      chapters.push({ title: text.trim(), paragraphs: [] });
    else chapters.at(-1)!.paragraphs.push(text.trim());
  }
  return { title, chapters: joined(chapters) };
}

const joined = (
  chapters: readonly { readonly title: string; readonly paragraphs: readonly string[] }[],
): Chapter[] =>
  chapters
    .filter(({ title, paragraphs }) => title !== "" || paragraphs.length > 0)
    .map(({ title, paragraphs }) => ({ title, text: paragraphs.join("\n\n") }));

const BLOCKS = "p,h1,h2,h3,h4,h5,h6,li,blockquote,dd,dt,td,figcaption,pre";

/** What is read of a page of a book: its first heading as its name, blocks as paragraphs. */
function readPage(page: Document): Chapter {
  for (const one of Array.from(page.querySelectorAll("script,style,nav,svg,rt,rp"))) one.remove();
  // One that is not closed holds the rest of the page.
  const heading = Array.from(page.querySelectorAll("h1,h2")).find(
    (one) => !one.querySelector(BLOCKS),
  );
  const title = heading?.textContent.replace(/\s+/g, " ").trim() ?? "";
  heading?.remove();
  const blocks = Array.from(page.querySelectorAll(BLOCKS)).filter(
    (block) => !block.querySelector(BLOCKS),
  );
  const sources = blocks.length > 0 ? blocks : page.body ? [page.body] : [];
  const paragraphs = sources
    .map((block) => block.textContent.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  return { title, text: paragraphs.join("\n\n") };
}

/** A book (EPUB 2 and 3): its pages in the order of its spine. */
function readEpub(files: Files, name: string): Read {
  const container = parse(files["META-INF/container.xml"]!, "text/xml");
  const root = all(container, "rootfile")[0]!.getAttribute("full-path")!;
  const opf = parse(files[root]!, "text/xml");
  const folder = root.includes("/") ? root.slice(0, root.lastIndexOf("/") + 1) : "";
  const items = new Map(all(opf, "item").map((item) => [item.getAttribute("id"), item]));
  const isLocked = all(opf, "item").length > 0 && "META-INF/rights.xml" in files;
  if (isLocked) return { problem: "locked" };
  const chapters = all(opf, "itemref").flatMap((reference) => {
    const address = items.get(reference.getAttribute("idref"))?.getAttribute("href");
    const bytes = address && files[folder + decodeURIComponent(address)];
    if (!bytes || reference.getAttribute("linear") === "no") return [];
    const page = readPage(parse(bytes, "text/html"));
    return page.text === "" ? [] : [page];
  });
  return { title: all(opf, "title")[0]?.textContent.trim() || name, chapters };
}

/** Bytes of the record at the end of a ZIP, and of the comment behind it at most. */
const END = 22;
const MOST_COMMENT = 65_535;

/** Whether there is the record that a ZIP ends with. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - END; at >= Math.max(0, bytes.length - END - MOST_COMMENT); at--)
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6)
      return true;
  return false;
}

/** Reads a document that is a ZIP of files: DOCX or EPUB. */
export function readPackage(bytes: Uint8Array, name: string): Read {
  // A flag of its first file: all of them need a password. What has no end is no ZIP, whatever it begins with.
  if ((bytes[6] ?? 0) & 1 && hasEnd(bytes)) return { problem: "locked" };
  let left = MOST_OF_ALL;
  const files: Files = unzipSync(bytes, {
    filter: ({ name: path, originalSize }) => {
      if (originalSize > MOST_BYTES || !/\.(?:xml|x?html?|opf)$/i.test(path)) return false;
      left -= originalSize;
      // Pages that are passed over would be missed by nobody but the listener.
      if (left < 0) throw new Error("It becomes too large");
      return true;
    },
  });
  if ("word/document.xml" in files) return readDocx(files, name);
  if ("META-INF/container.xml" in files) return readEpub(files, name);
  return { problem: "unknown" };
}
