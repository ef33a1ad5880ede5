import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { App } from "./App.jsx";
import { Head } from "./shared/Head.jsx";

const pages = import.meta.glob("./site/*/Page.jsx", { eager: true });
const data = import.meta.glob("./site/*/data.json", { eager: true, import: "default" });
const heads = import.meta.glob("./site/*/head.json", { eager: true, import: "default" });

/** The whole document of a page; `assets` are the tags of its scripts. */
export function render(id, assets) {
  const { Page } = pages[`./site/${id}/Page.jsx`];
  const d = data[`./site/${id}/data.json`];
  const { lang, dir, kind, head, styles } = heads[`./site/${id}/head.json`];
  return (
    `<!doctype html><html lang="${lang}" dir="${dir}" data-js=""><head>` +
    renderToStaticMarkup(<Head tags={head} styles={styles} />) +
    `<style>#root{display:contents}</style>${assets}</head>` +
    `<body data-kind="${kind}"><div id="root">${renderToString(<App page={Page} data={d} />)}</div>` +
    `<script type="application/json" id="data">${JSON.stringify(d).replaceAll("<", "\\u003c")}</script></body></html>`
  );
}
