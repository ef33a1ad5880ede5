import { escapeHtml, scriptJson } from "#core/page/html.ts";
import type { ShownFinding } from "./page-facts.ts";

/** Where the scripts of this server are. */
export const SCRIPT_PATH = "/@toolkit/start.js";

/** A page that cannot be made: what is wrong, which the overlay shows, and a script that waits for the fix. */
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
 * What the scripts of this server find in a page.
 * @param revision how many changes had been told when the page was made
 */
export const dataTag = (errors: readonly ShownFinding[], revision: number): string =>
  `<script type="application/json" id="toolkit-dev">${scriptJson({ errors, revision })}</script>`;

/** The script that starts the others: the bundler's client, what React needs to be refreshed, and ours. */
export const startScript = (client: string, handover: string | null): string =>
  [
    'import "/@vite/client";',
    'import { injectIntoGlobalHook } from "/@react-refresh";',
    // Not later: the page's own scripts come after this one, and change what they find.
    `import { start } from ${JSON.stringify(client)};`,
    "injectIntoGlobalHook(window);",
    "window.$RefreshReg$ = () => {};",
    "window.$RefreshSig$ = () => (type) => type;",
    `start(${handover === null ? "null" : `() => import(${JSON.stringify(handover)})`});`,
    "",
  ].join("\n");
