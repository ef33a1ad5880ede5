import fs from "node:fs";
import path from "node:path";

const ORIGIN = "https://example.test";
const LANGUAGES = ["en", "de", "ja", "ar"];
/** Addresses of a file, as many as the protocol allows. */
const A_FILE = 50_000;

/**
 * Writes the sitemaps of one side: each address with four alternates, in no order. Of the new side one
 * in 1,000 is another address, and one in 500 has another date.
 */
export function generateSide(folder: string, count: number, isNew: boolean): void {
  fs.mkdirSync(folder, { recursive: true });
  const files = Math.ceil(count / A_FILE);
  for (let file = 0; file < files; file++) {
    const rows: string[] = [];
    for (let at = file * A_FILE; at < Math.min(count, (file + 1) * A_FILE); at++) {
      const id = (at * 7919) % count;
      const name = isNew && id % 1000 === 0 ? `new-${id}` : `page-${id}`;
      const links = LANGUAGES.map(
        (each) =>
          `    <xhtml:link rel="alternate" hreflang="${each}" href="${ORIGIN}/${each}/${name}"/>\n`,
      );
      const day = isNew && id % 500 === 1 ? "2026-02-01" : "2026-01-01";
      rows.push(
        `  <url>\n    <loc>${ORIGIN}/en/${name}</loc>\n    <lastmod>${day}</lastmod>\n${links.join("")}  </url>\n`,
      );
    }
    fs.writeFileSync(
      path.join(folder, `part-${file}.xml`),
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${rows.join("")}</urlset>\n`,
    );
  }
  const named = Array.from(
    { length: files },
    (_, file) => `<sitemap><loc>${ORIGIN}/part-${file}.xml</loc></sitemap>`,
  );
  fs.writeFileSync(
    path.join(folder, "sitemap.xml"),
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${named.join("")}</sitemapindex>`,
  );
}
