import { escapeHtml, scriptJson } from "#core/page/html.ts";
import type { ShownFinding } from "./page-facts.ts";

/** Path of this server's scripts. */
export const SCRIPT_PATH = "/@toolkit/start.js";

/** A page for errors: the overlay shows the errors, and a script waits for the fix. */
export function problemDocument(errors: readonly ShownFinding[], revision: number): string {
  const items = errors
    .map(
      ({ title, place, message, frame, fix }) =>
        `<h2>${escapeHtml(title)}</h2><p><code>${escapeHtml(place)}</code></p><p>${escapeHtml(message)}</p>` +
        `<pre>${escapeHtml(frame)}</pre><p>${escapeHtml(fix)}</p>`,
    )
    .join("");
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>This page cannot be shown</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="color-scheme" content="light dark"><script type="module" src="${SCRIPT_PATH}"></script></head>` +
    `<body data-toolkit-broken>${dataTag(errors, revision)}<noscript>${items}</noscript></body></html>`
  );
}

/**
 * Data that this server embeds in a page for its scripts.
 * @param revision number of changes sent when the page was rendered
 */
export const dataTag = (errors: readonly ShownFinding[], revision: number): string =>
  `<script type="application/json" id="toolkit-dev">${scriptJson({ errors, revision })}</script>`;

/** The script that loads Vite's client, React Refresh and this server's client. */
export const startScript = (client: string, handover: string | null): string =>
  [
    'import "/@vite/client";',
    'import { injectIntoGlobalHook } from "/@react-refresh";',
    // Must run first: the page's own scripts come later and modify the document.
    `import { start } from ${JSON.stringify(client)};`,
    "injectIntoGlobalHook(window);",
    "window.$RefreshReg$ = () => {};",
    "window.$RefreshSig$ = () => (type) => type;",
    `start(${handover === null ? "null" : `() => import(${JSON.stringify(handover)})`});`,
    "",
  ].join("\n");
