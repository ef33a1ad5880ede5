import { load } from "js-yaml";
import MarkdownIt from "markdown-it";
import { renderToString } from "react-dom/server";
import { Page } from "./Page.jsx";

const files = import.meta.glob(["/content/tools/*.md", "/locales/*/tools/*.md"], {
  query: "?raw",
  import: "default",
});
const messages = import.meta.glob("/locales/*/site.json", { import: "default" });
const markdown = new MarkdownIt();

async function read(locale, slug) {
  const file =
    locale === "en" ? `/content/tools/${slug}.md` : `/locales/${locale}/tools/${slug}.md`;
  const text = await files[file]?.();
  if (text === undefined) return null;
  const end = text.indexOf("\n---\n", 4);
  return { data: load(text.slice(4, end)), body: text.slice(end + 5) };
}

export async function render(url) {
  const [, prefix, slug] = /^(?:\/([a-z]{2}))?\/([\w-]+)$/.exec(url) ?? [];
  const locale = prefix ?? "en";
  const english = slug && (await read("en", slug));
  if (!english) return null;
  const own = locale === "en" ? english : await read(locale, slug);
  const related = await Promise.all(
    english.data.related.map(async (other) => ({
      slug: other,
      name: (await read(locale, other)).data.name,
    })),
  );
  const layout = await messages[`/locales/${locale}/site.json`]();
  const page = { ...english.data, ...own.data, related, html: markdown.render(own.body) };
  return `<!doctype html>${renderToString(<Page page={page} locale={locale} layout={layout} />)}`;
}
