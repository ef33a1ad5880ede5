import { strFromU8, unzipSync } from "fflate";
import { type XmlEvents, createXmlScanner, readAttributes } from "#core/xml/scan-xml.ts";
import type { Chapter, DocumentProblem, ReadDocument } from "./document.ts";
import { readPage } from "./read-page.ts";

type Files = Readonly<Record<string, Uint8Array>>;
type Read = ReadDocument | { readonly problem: DocumentProblem };

/** Minimum size of a ZIP directory entry in bytes. */
const MIN_ENTRY = 46;
/** Maximum uncompressed size of one file, and of all files, in bytes. */
const MAX_BYTES = 60_000_000;
const MAX_TOTAL_BYTES = 200_000_000;

type Attributes = Readonly<Record<string, string>>;
const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Parses the XML of a package; element names are reported without prefixes.
 * @throws {Error} for XML that is not well-formed, because an arbitrary part of the text would be
 *   missing
 */
function readXml(
  bytes: Uint8Array,
  events: Pick<XmlEvents, "text" | "close"> & {
    open(name: string, attributes: () => Attributes): void;
  },
): void {
  const scanner = createXmlScanner({
    open: (name, raw) => events.open(bare(name), () => readAttributes(raw, scanner.fault)),
    text: events.text,
    close: (name) => events.close(bare(name)),
  });
  // Older packages declare the OEB document type, which defines nothing that is needed. A package
  // that declares another encoding than UTF-8 has still been decoded as UTF-8.
  scanner.write(strFromU8(bytes).replace(/^\s*(?:<\?xml[^<>]*>\s*)?(?:<!DOCTYPE[^<>[\]]*>)?/i, ""));
  scanner.end();
}

/**
 * A WordprocessingML document (ECMA-376): paragraphs, and headings of the first two levels as
 * chapters.
 */
function readDocx(files: Files, title: string): Read {
  const chapters: { title: string; paragraphs: string[] }[] = [{ title: "", paragraphs: [] }];
  /** Stack of open paragraphs: a paragraph may contain a text box, which contains paragraphs. */
  const open: { text: string; style: string }[] = [];
  let isText = false;
  /** Depth inside the fallback content that older programs show in place of a text box. */
  let fallback = 0;
  readXml(files["word/document.xml"]!, {
    open(name, attributes) {
      if (fallback > 0 || name === "Fallback") fallback++;
      else if (name === "p") open.push({ text: "", style: "" });
      else if (name === "t") isText = true;
      else if (open.length === 0) return;
      else if (name === "tab" || name === "br") open.at(-1)!.text += " ";
      else if (name === "pStyle") open.at(-1)!.style = attributes()["w:val"] ?? "";
    },
    text(text) {
      if (isText && open.length > 0) open.at(-1)!.text += text;
    },
    close(name) {
      if (fallback > 0) fallback--;
      else if (name === "t") isText = false;
      else if (name === "p") {
        const { text, style } = open.pop()!;
        if (text.trim() === "") return;
        if (/^(?:heading|title|überschrift|titre|titolo|título|kop)\s*[12]?$/i.test(style))
          chapters.push({ title: text.trim(), paragraphs: [] });
        else chapters.at(-1)!.paragraphs.push(text.trim());
      }
    },
  });
  return { title, chapters: joined(chapters) };
}

const joined = (
  chapters: readonly { readonly title: string; readonly paragraphs: readonly string[] }[],
): Chapter[] =>
  chapters
    .filter(({ title, paragraphs }) => title !== "" || paragraphs.length > 0)
    .map(({ title, paragraphs }) => ({ title, text: paragraphs.join("\n\n") }));

interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  text: string;
}

/** The elements of an XML file with one of the given names, each with its text. */
function elementsOf(bytes: Uint8Array, names: readonly string[]): readonly Element[] {
  const found: Element[] = [];
  let open: Element | null = null;
  readXml(bytes, {
    open(name, attributes) {
      if (!names.includes(name)) return;
      open = { name, attributes: attributes(), text: "" };
      found.push(open);
    },
    text(text) {
      if (open) open.text += text;
    },
    close(name) {
      if (open?.name === name) open = null;
    },
  });
  return found;
}

/** An EPUB 2 or 3: its pages in the order of the spine, each page once. */
function readEpub(files: Files, name: string): Read {
  const [container] = elementsOf(files["META-INF/container.xml"]!, ["rootfile"]);
  const root = container!.attributes["full-path"]!;
  const elements = elementsOf(files[root]!, ["item", "itemref", "title"]);
  const items = new Map(
    elements
      .filter((element) => element.name === "item")
      .map(({ attributes }) => [attributes["id"], attributes["href"]]),
  );
  if (items.size > 0 && "META-INF/rights.xml" in files) return { problem: "locked" };
  const folder = root.slice(0, root.lastIndexOf("/") + 1);
  const spine = new Set(
    elements
      .filter(({ name: own, attributes }) => own === "itemref" && attributes["linear"] !== "no")
      .map(({ attributes }) => items.get(attributes["idref"]))
      // Percent-encoding allows several paths for one file.
      .map((address) => address && folder + decodeURIComponent(address)),
  );
  const chapters = [...spine].flatMap((path) => {
    const bytes = path && files[path];
    if (!bytes) return [];
    const page = readPage(strFromU8(bytes));
    return page.text === "" ? [] : [page];
  });
  const title = elements.find((element) => element.name === "title")?.text.trim();
  return { title: title || name, chapters };
}

/**
 * Size of the end-of-central-directory record, and maximum size of the comment after it, in bytes.
 */
const END = 22;
const MAX_COMMENT = 65_535;

/** Whether the end-of-central-directory record exists. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - END; at >= Math.max(0, bytes.length - END - MAX_COMMENT); at--)
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6)
      return true;
  return false;
}

/** Reads a document that is a ZIP archive: DOCX or EPUB. */
export function readPackage(bytes: Uint8Array, name: string): Read {
  // The encryption flag of the first file applies to all files. Without an end record, the file is
  // not a ZIP, whatever its first bytes are.
  if ((bytes[6] ?? 0) & 1 && hasEnd(bytes)) return { problem: "locked" };
  let left = MAX_TOTAL_BYTES;
  let entries = 0;
  let packed = 0;
  const files: Files = unzipSync(bytes, {
    filter: ({ name: path, size, originalSize }) => {
      // A ZIP can claim any number of entries, and several entries can share the same bytes.
      if (++entries > bytes.length / MIN_ENTRY) throw new Error("It has too many entries");
      if (originalSize > MAX_BYTES || !/\.(?:xml|x?html?|opf)$/i.test(path)) return false;
      packed += size;
      if (packed > bytes.length) throw new Error("Its files overlap");
      left -= originalSize;
      // Skipping pages silently would leave gaps that only the listener notices.
      if (left < 0) throw new Error("It becomes too large");
      return true;
    },
  });
  if ("word/document.xml" in files) return readDocx(files, name);
  if ("META-INF/container.xml" in files) return readEpub(files, name);
  return { problem: "unknown" };
}
