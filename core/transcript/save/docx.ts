import { isRightToLeft } from "../../lyrics/video-frame.ts";
import type { Transcript } from "../transcript.ts";
import { clockOf, paragraphsOf } from "./texts.ts";

const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const DOCX_TYPE = `${WORD}.document`;

// XML cannot represent most control characters, and lone surrogates are not text.
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

interface Run {
  readonly text: string;
  readonly look?: "bold" | "soft";
}

function paragraph(runs: readonly Run[], style?: "Title" | "Heading1"): string {
  const isRtl = isRightToLeft(runs.at(-1)!.text);
  const own = [style && `<w:pStyle w:val="${style}"/>`, isRtl && "<w:bidi/>"].filter(Boolean);
  const body = runs.map(({ text, look }) => {
    const marks = [
      look === "bold" && "<w:b/><w:bCs/>",
      look === "soft" && '<w:color w:val="666666"/>',
      isRtl && "<w:rtl/>",
    ].filter(Boolean);
    const looks = marks.length > 0 ? `<w:rPr>${marks.join("")}</w:rPr>` : "";
    return `<w:r>${looks}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
  });
  return `<w:p>${own.length > 0 ? `<w:pPr>${own.join("")}</w:pPr>` : ""}${body.join("")}</w:p>`;
}

const style = (id: string, name: string, size: number): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/>${id === "Heading1" ? '<w:outlineLvl w:val="0"/>' : ""}</w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;

const STYLES = `${HEAD}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${style("Title", "Title", 36)}${style("Heading1", "heading 1", 28)}</w:styles>`;

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (body: string): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${body}</Relationships>`;

/**
 * Files of a WordprocessingML document (ECMA-376, transitional), which are zipped into a DOCX: a
 * title, chapters as headings, and paragraphs with time and speaker.
 */
export function docxFiles(
  transcript: Pick<Transcript, "lines" | "speakers">,
  title: string,
): { readonly name: string; readonly input: string }[] {
  const body = [
    paragraph([{ text: title }], "Title"),
    ...paragraphsOf(transcript).flatMap(({ from, name, chapter, text }) => [
      ...(chapter === null ? [] : [paragraph([{ text: chapter }], "Heading1")]),
      paragraph([
        { text: `${clockOf(from)}  `, look: "soft" },
        ...(name === "" ? [] : [{ text: `${name}: `, look: "bold" as const }]),
        { text },
      ]),
    ]),
  ];
  const part = (name: string, type: string): string =>
    `<Override PartName="/word/${name}.xml" ContentType="${WORD}.${type}+xml"/>`;
  return [
    {
      name: "[Content_Types].xml",
      input: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("document", "document.main")}${part("styles", "styles")}</Types>`,
    },
    { name: "_rels/.rels", input: relations(relation(1, "officeDocument", "word/document.xml")) },
    { name: "word/_rels/document.xml.rels", input: relations(relation(1, "styles", "styles.xml")) },
    { name: "word/styles.xml", input: STYLES },
    {
      name: "word/document.xml",
      input: `${HEAD}<w:document xmlns:w="${MAIN}"><w:body>${body.join("")}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    },
  ];
}
