import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { ToolPage } from "#core/page/page.ts";
import type { CreateRenderer } from "#core/page/render.ts";
import { createHead, jsonLdHtml } from "./head.ts";
import { layoutOf } from "./layout.ts";
import {
  Article,
  Footer,
  Hero,
  Languages,
  Navigation,
  ToolBody,
  WorkspaceSection,
} from "./pages/Tool.tsx";

export const inlineScripts: readonly string[] = [];

/** A route that no page has: cut out of the language links to make a template of them. */
const MARK = "/0route0";

/** What pages of a locale share is rendered once; a page's own part by React, then put between. */
export const createRenderer: CreateRenderer = ({ site, locale, messages, assets, onMessage }) => {
  onMessage("site:*");
  const layout = layoutOf(messages["site"]);
  const context = { site, locale, layout };
  const headHtml = createHead(site, locale, assets.tool);
  const top =
    '<header data-part="header" class="sticky top-0 z-40 border-b border-slate-200 bg-white/80 backdrop-blur">' +
    renderToStaticMarkup(<Navigation {...context} />);
  const languages = renderToStaticMarkup(<Languages {...context} route={MARK} />).split(MARK);
  const workspace = renderToString(<WorkspaceSection layout={layout} />);
  const footer = renderToStaticMarkup(<Footer {...context} />);
  return (page) => {
    if (page.kind !== "tool") return `<!doctype html><title>${page.id}</title>`;
    const tool = page as ToolPage;
    return (
      headHtml(tool) +
      top +
      languages.join(tool.route) +
      "</header>" +
      renderToStaticMarkup(<Hero page={tool} />) +
      workspace +
      renderToStaticMarkup(<Article page={tool} layout={layout} />) +
      footer +
      jsonLdHtml(site, tool) +
      "</body></html>"
    );
  };
};

/** The same document whose pages share the head alone: what the floor does. */
export const renderWhole: CreateRenderer = ({ site, locale, messages, assets }) => {
  const layout = layoutOf(messages["site"]);
  const headHtml = createHead(site, locale, assets.tool);
  return (page) => {
    const tool = page as ToolPage;
    return (
      headHtml(tool) +
      renderToString(<ToolBody site={site} locale={locale} layout={layout} page={tool} />) +
      jsonLdHtml(site, tool) +
      "</body></html>"
    );
  };
};
