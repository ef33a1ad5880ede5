import type { RenderedEmail } from "../ports/mail.ts";
import type { Email, EmailTexts } from "../deps/mail.ts";

interface Sender {
  readonly emailTexts: EmailTexts;
  readonly site: { readonly name: string; readonly contact: string };
  readonly locales: readonly { readonly code: string; readonly language: string }[];
}

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!);
const paragraph = (text: string, style = "margin:0 0 16px"): string =>
  `<p style="${style}">${escape(text).replaceAll("\n", "<br>")}</p>`;

/** Renders the text and the HTML of a message in the recipient's language. */
export function renderEmail(
  { to, locale, template, values = {}, code, link }: Email,
  { emailTexts, site, locales }: Sender,
): RenderedEmail {
  const language = locales.find((known) => known.code === locale)?.language ?? "en";
  const all = { ...values, site: site.name, ...(code !== undefined && { code }) };
  const partText = (part: string): string => emailTexts.text(locale, `${template}.${part}`, all);
  const note = emailTexts.text(locale, `${template}.note`, {
    ...all,
    contact: site.contact,
    defaultValue: "",
  });
  const footer = emailTexts.text(locale, "footer", { ...all, contact: site.contact });
  const label = link && emailTexts.text(locale, link.label, all);
  const text = [
    partText("text"),
    code,
    link && `${label}: ${link.url}`,
    note,
    `-- \n${footer}`,
  ].filter((part) => part !== undefined && part !== "");
  const html = [
    paragraph(partText("text")),
    code !== undefined &&
      paragraph(code, "margin:0 0 16px;font:600 28px/1.2 monospace;letter-spacing:4px"),
    link && `<p style="margin:0 0 16px"><a href="${escape(link.url)}">${escape(label!)}</a></p>`,
    note !== "" && paragraph(note),
    paragraph(footer, "margin:32px 0 0;color:#666;font-size:13px"),
  ].filter((part) => typeof part === "string");
  const dir = locale === "ar" ? "rtl" : "ltr";
  const body = `<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif;color:#1b1813;background:#fff">${html.join("")}</body>`;
  return {
    to,
    language,
    subject: partText("subject"),
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html><html lang="${language}" dir="${dir}"><meta charset="utf-8"><title>${escape(partText("subject"))}</title>${body}</html>`,
  };
}
