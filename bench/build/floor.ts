// The floor: what rendering this site with React and writing it cannot go below when nothing is shared,
// kept or checked. One thread; the whole document of every page; no payloads, sitemaps or checks.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { CORE_SCHEMA, load } from "js-yaml";
import MarkdownIt from "markdown-it";
import { siteOf, configSchema } from "#core/site/config.ts";
import type { ToolPage } from "#core/page/page.ts";
import type { CreateRenderer, MessageTree } from "#core/page/render.ts";

const [root = ".", out = "floor"] = process.argv.slice(2);
const runtime = fs.realpathSync(path.join(root, "runtime"));
const common = {
  bundle: true,
  minify: true,
  jsx: "automatic",
  logLevel: "error",
  define: { "process.env.NODE_ENV": '"production"' },
} as const;
const server = path.join(out, "server.mjs");
await Promise.all([
  build({
    ...common,
    entryPoints: [path.join(runtime, "entry-server.tsx")],
    outfile: server,
    platform: "node",
    format: "esm",
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
  }),
  build({
    ...common,
    entryPoints: [path.join(runtime, "entry-client.tsx")],
    outdir: path.join(out, "assets"),
    format: "esm",
  }),
]);
const { renderWhole } = (await import(pathToFileURL(path.resolve(server)).href)) as {
  renderWhole: CreateRenderer;
};
const { default: config } = (await import(
  pathToFileURL(path.resolve(root, "toolkit.config.ts")).href
)) as { default: unknown };
const site = siteOf(configSchema.parse(config));
const markdown = new MarkdownIt();
const codes = site.locales.map(({ code }) => code);
const split = (file: string) => {
  const text = fs.readFileSync(file, "utf8");
  const end = text.indexOf("\n---\n", 4);
  return {
    data: load(text.slice(4, end), { schema: CORE_SCHEMA }) as ToolPage,
    body: text.slice(end + 5),
  };
};
const slugs = fs
  .readdirSync(path.join(root, "content/tools"))
  .map((name) => name.slice(0, -3))
  .sort();
const english = new Map(
  slugs.map((slug) => [slug, split(path.join(root, `content/tools/${slug}.md`))]),
);

for (const locale of codes) {
  const messages = {
    site: JSON.parse(
      fs.readFileSync(path.join(root, `locales/${locale}/site.json`), "utf8"),
    ) as MessageTree,
  };
  const assets = {
    tool: { scripts: ["/assets/entry-client.js"], styles: [], preloads: [], fonts: [] },
  };
  const navigation = { groups: [], policies: [], voices: [], pricing: null };
  const render = renderWhole({ site, locale, messages, assets, navigation, onMessage: () => {} });
  const pages =
    locale === "en"
      ? english
      : new Map(
          slugs.map((slug) => [slug, split(path.join(root, `locales/${locale}/tools/${slug}.md`))]),
        );
  const folder = locale === "en" ? out : path.join(out, locale);
  for (const [slug, { data, body }] of pages) {
    const { related, rating, modified } = english.get(slug)!.data;
    const links = (related as unknown as string[]).map((other) => {
      const { name, tagline } = pages.get(other)!.data;
      return { slug: other, name, tagline, path: `/${locale}/${other}` };
    });
    const page = {
      ...data,
      kind: "tool",
      slug,
      locale,
      route: `/${slug}`,
      locales: codes,
      indexable: true,
      rating,
      modified,
      related: links,
      html: markdown.render(body),
    };
    fs.mkdirSync(path.join(folder, slug), { recursive: true });
    fs.writeFileSync(path.join(folder, slug, "index.html"), render(page as unknown as ToolPage));
  }
}
