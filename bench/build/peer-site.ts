import fs from "node:fs";
import path from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import { writeHome } from "./home.ts";

/** A site in the form of the generators' comparison: site.json, ui/<locale>.json, content/<locale>/<slug>.md */
interface PeerSite {
  readonly name: string;
  readonly origin: string;
  readonly locales: readonly {
    readonly code: string;
    readonly name: string;
    readonly dir: "ltr" | "rtl";
  }[];
  readonly slugs: readonly string[];
}
interface PeerPage {
  readonly title: string;
  readonly description: string;
  readonly h1: string;
  readonly tagline: string;
  readonly updated: string;
  readonly rating: { readonly value: number; readonly count: number };
  readonly steps: readonly object[];
  readonly features: readonly object[];
  readonly faq: readonly { readonly q: string; readonly a: string }[];
  readonly related: readonly string[];
}

const here = import.meta.dirname;
const write = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) fs.writeFileSync(file, text);
};
const quote = (value: string): string => JSON.stringify(value);

/** Writes one page of the comparison as a content file of ours. */
export function convertPage(peer: string, root: string, locale: string, slug: string): void {
  const text = fs.readFileSync(path.join(peer, "content", locale, `${slug}.md`), "utf8");
  const end = text.indexOf("\n---\n", 4);
  const page = load(text.slice(4, end), { schema: CORE_SCHEMA }) as PeerPage;
  const body = text
    .slice(end + 5)
    .replaceAll(new RegExp(`\\(/${locale}/([^/)]+)/\\)`, "g"), "(/$1)");
  const sections = [
    `name: ${quote(page.title)}`,
    `title: ${quote(page.title)}`,
    `description: ${quote(page.description)}`,
    `heading: ${quote(page.h1)}`,
    `tagline: ${quote(page.tagline)}`,
    ...(["steps", "features"] as const).flatMap((name) => [
      `${name}:`,
      ...(page[name] as readonly { title: string; text: string }[]).flatMap((item) => [
        `  - title: ${quote(item.title)}`,
        `    text: ${quote(item.text)}`,
      ]),
    ]),
    "faq:",
    ...page.faq.flatMap(({ q, a }) => [`  - question: ${quote(q)}`, `    answer: ${quote(a)}`]),
  ];
  const fixed = [
    `slug: ${slug}`,
    'menu: "1"',
    "panel: bench",
    "preset: bench",
    "cost: free",
    "group: clean",
    `modified: ${page.updated}`,
    `rating: { value: ${page.rating.value}, count: ${page.rating.count}, reviews: 0 }`,
    "related:",
    ...page.related.map((other) => `  - ${other}`),
  ];
  const source = locale === "en";
  const file = source ? `content/tools/${slug}.md` : `locales/${locale}/tools/${slug}.md`;
  write(
    path.join(root, file),
    ["---", ...(source ? fixed : []), ...sections, "---", "", body].join("\n"),
  );
}

/** Writes the whole comparison site as a site of ours, with the bench's own page components. */
export function convertSite(peer: string, root: string): void {
  const site = JSON.parse(fs.readFileSync(path.join(peer, "site.json"), "utf8")) as PeerSite;
  const config = {
    site: { name: site.name, origin: site.origin, contact: "bench", trailingSlash: true },
    prefixDefaultLocale: true,
    locales: site.locales.map(({ code, name, dir }) => ({
      code,
      language: code,
      name,
      endonym: name,
      dir,
      files: ["site"],
    })),
    tts: { espeak: false },
    seo: { images: false, defaultRating: false },
    navigation: { tools: [] },
  };
  write(
    path.join(root, "toolkit.config.ts"),
    `export default ${JSON.stringify(config, null, 2)};\n`,
  );
  if (!fs.existsSync(path.join(root, "runtime")))
    fs.symlinkSync(path.join(here, "site/runtime"), path.join(root, "runtime"));
  writeHome(root);
  for (const { code } of site.locales) {
    const ui = fs.readFileSync(path.join(peer, "ui", `${code}.json`), "utf8");
    write(path.join(root, "locales", code, "site.json"), JSON.stringify(objects(JSON.parse(ui))));
    for (const slug of site.slugs) convertPage(peer, root, code, slug);
  }
}

/** Message files hold texts in objects: lists become objects by number. */
function objects(value: unknown): unknown {
  if (Array.isArray(value))
    return Object.fromEntries(value.map((item, index) => [index, objects(item)]));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, objects(item)]));
  return value;
}
