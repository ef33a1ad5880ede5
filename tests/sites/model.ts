import fs from "node:fs";
import path from "node:path";
import {
  type ToolFields,
  configOf,
  contentOf,
  messages,
  policyFile,
  toolFile,
  translationFile,
} from "./content.ts";
import type { TestSite } from "./site.ts";

const CODES = ["en", "de", "fr"] as const;
const GROUPS = ["edit", "clean", "ai"];
const SECTIONS = ["name", "title", "tagline", "heading", "description"];

/** A site as data: what random edits change, always valid. */
export interface Model {
  tools: Record<string, ToolFields & { readonly related: readonly string[] }>;
  policies: Record<string, string>;
  /** `de/alpha` → the sections that it lacks, and its wording. */
  translations: Record<string, { readonly without: readonly string[]; readonly words: number }>;
  messages: Record<string, { readonly without: readonly string[]; readonly words: number }>;
  public: Record<string, string>;
  config: {
    locales: readonly string[];
    price: number;
    rating: number | false;
    redirects: number;
    menu: readonly string[];
    name: string;
    trailingSlash: boolean;
    prefixed: boolean;
    domain: boolean;
    images: boolean;
  };
  /** Which of the site's runtimes. */
  runtime: number;
}

export const initialModel = (): Model => ({
  tools: {
    alpha: { related: ["beta"] },
    beta: { related: ["gamma"] },
    gamma: { related: ["alpha"] },
  },
  policies: { terms: "Terms." },
  translations: {
    "de/alpha": { without: [], words: 0 },
    "fr/beta": { without: ["title"], words: 0 },
  },
  messages: {},
  public: {},
  config: {
    locales: CODES,
    price: 9,
    rating: 4,
    redirects: 0,
    menu: ["alpha"],
    name: "Fixture",
    trailingSlash: false,
    prefixed: false,
    domain: false,
    images: true,
  },
  runtime: 0,
});

export interface Edit {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
}

const at = <T>(items: readonly T[], index: number): T => items[index % items.length]!;
const toggle = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

type Change = (model: Model, a: number, b: number) => void;
const tool = (model: Model, index: number): string => at(Object.keys(model.tools), index);
const setTool = (model: Model, index: number, fields: ToolFields): void => {
  const slug = tool(model, index);
  model.tools[slug] = { ...model.tools[slug]!, ...fields };
};

/** What an editor, translator or developer may do, by name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  body: (model, a, b) =>
    setTool(model, a, { body: `Words ${b} [here](/${tool(model, a + b)}#x).` }),
  name: (model, a, b) => setTool(model, a, { name: `Name ${b % 5}` }),
  tagline: (model, a, b) => setTool(model, a, { tagline: `Tagline ${b % 5}` }),
  date: (model, a, b) => setTool(model, a, { modified: `2026-02-0${1 + (b % 9)}` }),
  rate: (model, a, b) => setTool(model, a, { rating: 1 + (b % 5) }),
  group: (model, a, b) => setTool(model, a, { group: at(GROUPS, b) }),
  relate: (model, a, b) => setTool(model, a, { related: [tool(model, b), tool(model, b + 1)] }),
  addTool: (model, a) => (model.tools[`new-${a % 4}`] ??= { related: ["alpha"] }),
  removeTool: (model, a) => {
    if (Object.keys(model.tools).length > 2) delete model.tools[tool(model, a)];
  },
  renameTool: (model, a, b) => {
    const slug = tool(model, a);
    const { [slug]: moved, ...rest } = model.tools;
    model.tools = { ...rest, [`moved-${b % 3}`]: moved! };
  },
  translate: (model, a, b) => {
    model.translations[`${at(["de", "fr"], a)}/${tool(model, b)}`] = { without: [], words: a % 7 };
  },
  untranslate: (model, a) => delete model.translations[at(Object.keys(model.translations), a)],
  cutTranslation: (model, a, b) => {
    const id = at(Object.keys(model.translations), a);
    const found = model.translations[id];
    if (found)
      model.translations[id] = { ...found, without: toggle(found.without, at(SECTIONS, b)) };
  },
  addPolicy: (model, a, b) => (model.policies[`policy-${a % 3}`] = `Policy ${b % 3}.`),
  removePolicy: (model, a) => {
    const slug = at(Object.keys(model.policies), a);
    if (slug !== "terms") delete model.policies[slug];
  },
  word: (model, a, b) => {
    const code = at(CODES, a);
    model.messages[code] = { without: model.messages[code]?.without ?? [], words: b % 5 };
  },
  dropMessages: (model, a, b) => {
    const code = at(CODES, a);
    const { without = [], words = 0 } = model.messages[code] ?? {};
    const key = at(["brand", "home", "tool", "pricing", "policy", "error", "cost"], b);
    model.messages[code] = { without: toggle(without, key), words };
  },
  copyFile: (model, a, b) => (model.public[at(["a.txt", "deep/b.txt", "robots.txt"], a)] = `${b}`),
  removeFile: (model, a) => delete model.public[at(Object.keys(model.public), a)],
  price: (model, a) => (model.config.price = a % 20),
  defaultRating: (model, a) => (model.config.rating = a % 3 === 0 ? false : 1 + (a % 5)),
  redirect: (model, a) => (model.config.redirects = a % 3),
  menu: (model, a) => (model.config.menu = toggle(model.config.menu, tool(model, a))),
  siteName: (model, a) => (model.config.name = `Site ${a % 3}`),
  slash: (model) => (model.config.trailingSlash = !model.config.trailingSlash),
  prefix: (model) => (model.config.prefixed = !model.config.prefixed),
  domain: (model) => (model.config.domain = !model.config.domain),
  images: (model) => (model.config.images = !model.config.images),
  locale: (model, a) => {
    const chosen = toggle(model.config.locales, at(["de", "fr"], a));
    model.config.locales = CODES.filter((code) => chosen.includes(code));
  },
  localeOrder: (model) =>
    (model.config.locales = ["en", ...model.config.locales.slice(1).reverse()]),
  code: (model, a) => (model.runtime = a % 4),
  nothing: () => {},
};

function filesOf(model: Model): Map<string, string> {
  const base = contentOf(CODES);
  const files = new Map<string, string>();
  for (const file of ["content/pages/home.md", "content/pages/pricing.md"])
    files.set(file, base[file]!);
  const slugs = Object.keys(model.tools);
  for (const [slug, fields] of Object.entries(model.tools)) {
    const known = fields.related.filter((other) => other !== slug && slugs.includes(other));
    const related = known.length > 0 ? known : [slugs.find((other) => other !== slug)!];
    const body = fields.body?.replace(/\(\/([\w-]+)#x\)/, (link, other: string) =>
      slugs.includes(other) ? link : "(/terms)",
    );
    files.set(
      `content/tools/${slug}.md`,
      toolFile(slug, related, { ...fields, ...(body && { body }) }),
    );
  }
  for (const [slug, text] of Object.entries(model.policies))
    files.set(`content/policies/${slug}.md`, policyFile(slug, text));
  for (const [id, { without, words }] of Object.entries(model.translations)) {
    const [code, slug] = id.split("/") as [string, string];
    if (!slugs.includes(slug)) continue;
    const text = translationFile(code, slug, `Words ${words}, [terms](/terms).`)
      .split("\n")
      .filter((line) => !without.some((section) => line.startsWith(`${section}: `)));
    files.set(`locales/${code}/tools/${slug}.md`, text.join("\n"));
  }
  for (const code of CODES) {
    const { without = [], words = 0 } = model.messages[code] ?? {};
    const tree = { ...messages(code), brand: `Brand ${words}`, words: `Words ${words}` };
    const remaining = Object.entries(tree).filter(([key]) => !without.includes(key));
    files.set(`locales/${code}/site.json`, JSON.stringify(Object.fromEntries(remaining)));
  }
  for (const [file, text] of Object.entries(model.public)) files.set(`public/${file}`, text);
  return files;
}

/** Brings a site's files to what the model says; those that are right are not written. */
export function materialize(model: Model, site: TestSite, runtimes: readonly string[]): void {
  const { config } = model;
  const files = filesOf(model);
  const { site: facts, redirects, ...rest } = configOf(config.locales);
  const menu = config.menu.filter((slug) => Object.hasOwn(model.tools, slug));
  files.set(
    "toolkit.config.ts",
    `export default ${JSON.stringify({
      ...rest,
      site: { ...facts, name: config.name, trailingSlash: config.trailingSlash },
      locales: rest.locales.map((locale) => ({
        ...locale,
        ...(config.domain && locale.code === "fr" && { domain: "https://fixture.fr" }),
      })),
      prefixDefaultLocale: config.prefixed,
      seo: {
        images: config.images,
        defaultRating: config.rating && { value: config.rating, count: 5, reviews: 1 },
      },
      navigation: { tools: menu },
      plans: { list: [{ ...rest.plans.list[0], monthly: config.price }] },
      redirects: Array.from({ length: config.redirects }, (_, index) => ({
        ...redirects[index],
        from: `/old-${index}`,
        to: "/terms",
      })),
    })};\n`,
  );
  for (const folder of ["content", "locales", "public"])
    for (const file of site.has(folder) ? filesBelow(site, folder) : [])
      if (!files.has(file)) site.remove(file);
  for (const [file, text] of files)
    if (!site.has(file) || site.read(file) !== text) site.write(file, text);
  const target = runtimes[model.runtime]!;
  if (fs.realpathSync(site.path("runtime")) === target) return;
  site.remove("runtime");
  fs.symlinkSync(target, site.path("runtime"));
}

const filesBelow = (site: TestSite, folder: string): string[] =>
  (fs.readdirSync(site.path(folder), { recursive: true, withFileTypes: true }) as fs.Dirent[])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site.root, path.join(entry.parentPath, entry.name)));
