import { strToU8, zipSync } from "fflate";

type Bytes = Uint8Array<ArrayBuffer>;

/** A PDF of objects, numbered from 1; the first is its catalog. */
function pdfOf(objects: readonly string[], trailer = ""): Bytes {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const stream = (text: string, facts = ""): string =>
  `<< /Length ${text.length} ${facts} >>\nstream\n${text}\nendstream`;

/** A PDF whose pages have lines of plain Latin letters. */
export function textPdf(pages: readonly (readonly string[])[], trailer = "", more = ""): Bytes {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((lines, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      stream(
        `BT /F 11 Tf 14 TL 50 790 Td ${lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join(" ")} ET`,
      ),
    ]),
  ];
  return pdfOf(more === "" ? objects : [...objects, more], trailer);
}

/** A PDF of one page that is a picture. */
export function scannedPdf(): Bytes {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
    stream("q 100 0 0 100 0 0 cm /I Do Q"),
    stream(
      "abcdabcdabcd",
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8",
    ),
  ]);
}

/** A PDF that wants a password. */
export function lockedPdf(): Bytes {
  const some = (byte: number): string => byte.toString(16).padStart(2, "0").repeat(32);
  const lock = `<< /Filter /Standard /V 1 /R 2 /O <${some(7)}> /U <${some(9)}> /P -4 >>`;
  const id = `/ID [<${some(1)}> <${some(1)}>]`;
  return textPdf([["Secret words."]], `/Encrypt 6 0 R ${id}`, lock);
}

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
/** A document of Word. @param body XML of its paragraphs */
export const docxOf = (body: string): Bytes =>
  zipSync({
    "word/document.xml": strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ),
  });
export const docxParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A book with a spine of pages, some of which may be missing. */
export function epubOf(pages: Readonly<Record<string, string>>, more: object = {}): Bytes {
  const names = Object.keys(pages);
  const items = names.map((name, at) => `<item id="i${at}" href="${name}"/>`).join("");
  const spine = names.map((_, at) => `<itemref idref="i${at}"/>`).join("");
  const files = Object.entries(pages).filter(([, text]) => text !== "");
  return zipSync({
    mimetype: strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(
      '<container><rootfiles><rootfile full-path="o/b.opf"/></rootfiles></container>',
    ),
    "o/b.opf": strToU8(
      `<package><metadata><title>Bees</title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ),
    ...Object.fromEntries(files.map(([name, text]) => [`o/${name}`, strToU8(text)])),
    ...more,
  });
}

/** A ZIP archive of eight files that each declare the given uncompressed size. */
export function zipBomb(bytesOfEach: number): Bytes {
  const names = ["document", ...Array.from({ length: 7 }, (_, at) => `part${at}`)];
  const zip = zipSync(
    Object.fromEntries(names.map((name) => [`word/${name}.xml`, strToU8("<a/>")])),
  );
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 28; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, bytesOfEach, true);
  return zip;
}

/** The same ZIP, whose first file says that it is encrypted. */
export function lockedZip(bytes: Bytes): Bytes {
  const locked = bytes.slice();
  locked[6]! |= 1;
  return locked;
}

/** What programs make of a document with a password: a file of an older kind around it. */
export function lockedDocx(): Bytes {
  const name = Uint8Array.from("EncryptedPackage", (letter) => letter.charCodeAt(0));
  const bytes = new Uint8Array(1536);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, letter] of name.entries()) bytes[1024 + 2 * at] = letter;
  return bytes;
}
