import { createHash } from "node:crypto";
import { escapeHtml } from "#core/page/html.ts";

const STYLE = `
:root{color-scheme:light dark;--paper:#faf7f1;--ink:#1b1813;--soft:#564e42;--rule:#e0d8c9;--strong:#8f8470;--teal:#0b6a5b}
@media (prefers-color-scheme:dark){:root{--paper:#1b1813;--ink:#f3eee4;--soft:#c3b9a8;--rule:#3a342b;--strong:#8f8470;--teal:#7fd0bd}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-inline-size:42rem;margin-inline:auto;padding:2rem clamp(1rem,4vw,3rem) 4rem}
h1{margin:0 0 1.5rem;font:600 1.625rem/1.2 ui-serif,Georgia,serif}
h2{margin:2rem 0 .5rem;font-size:1.0625rem}
p{margin:0 0 1rem}
p.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:.5rem 1.5rem;margin:0 0 1.5rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
table{inline-size:100%;border-collapse:collapse;margin-block:0 1.5rem}
th,td{padding:.5rem 0;border-block-end:1px solid var(--rule);text-align:start;vertical-align:top}
th:last-child,td:last-child{text-align:end;white-space:nowrap;padding-inline-start:1rem}
tfoot th,tfoot td{border:0;font-weight:600}
form{display:flex;flex-direction:column;gap:.5rem;margin-block-end:1.5rem}
button,select,input,a.button{min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid var(--strong);border-radius:3px;background:none;color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
button.main{background:var(--teal);border-color:var(--teal);color:var(--paper)}
input{text-align:start;cursor:text}
label{display:flex;flex-direction:column;gap:.25rem;color:var(--soft)}
.choice{flex-direction:row;gap:.75rem;color:inherit}.choice input{flex:none;inline-size:1.25rem;min-block-size:1.25rem;block-size:1.25rem;margin:.15rem 0 0}
:focus-visible{outline:2px solid var(--teal);outline-offset:2px}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#ccc}.screen{display:none}body{font-size:11pt}main{padding:0}}
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

// A single value, because the content security policy contains the hash of exactly these bytes.
const STYLE_ELEMENT = { html: `<style>${STYLE}</style>` };

/** HTML that is already escaped. */
export interface Markup {
  readonly html: string;
}

/** Template tag for HTML; values are escaped unless they are markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Filling[]): Markup {
  return { html: parts.reduce((made, part, index) => made + fill(values[index - 1]) + part) };
}
type Filling = string | number | Markup | readonly Markup[] | null | undefined;
function fill(value: Filling): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object")
    return "html" in value ? value.html : value.map((each) => each.html).join("");
  return escapeHtml(String(value));
}

export interface HtmlPage {
  readonly language: string;
  readonly dir: "ltr" | "rtl";
  readonly title: string;
  readonly body: Markup;
  readonly status?: number;
  /**
   * Origins that forms may submit to, in addition to the page's own; undefined: the page has no
   * forms.
   */
  readonly formsTo?: readonly string[];
}

/** A server-rendered page: without scripts, not cached and not indexed. */
export function htmlPage({
  language,
  dir,
  title,
  body,
  status = 200,
  formsTo,
}: HtmlPage): Response {
  const page = html`<!doctype html>
    <html lang="${language}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  const forms = formsTo ? ["'self'", ...formsTo].join(" ") : "'none'";
  return new Response(page.html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Robots-Tag": "noindex",
    },
  });
}
