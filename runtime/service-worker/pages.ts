/** Data that documents of the site contain: the inert JSON `#toolkit-site`. */
export interface DocumentData {
  readonly locale: string;
  readonly locales: readonly { readonly code: string; readonly home: string }[];
  readonly page: { readonly name: string; readonly kind: string };
}

/** URLs of the scripts and styles that a document loads first. */
export const assetsOf = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(/"(\/assets\/[\w.-]+)"/g), ([, file]) => file!)),
];

const DATA = '<script type="application/json" id="toolkit-site">';

export function dataOf(html: string): DocumentData | null {
  const start = html.indexOf(DATA);
  if (start < 0) return null;
  try {
    const end = html.indexOf("</script>", start);
    return JSON.parse(html.slice(start + DATA.length, end)) as DocumentData;
  } catch {
    return null;
  }
}

/** The language of a URL. */
export function localeOf(address: string, { locale, locales }: DocumentData): string {
  const { origin, pathname } = new URL(address);
  const first = pathname.split("/", 2)[1]!.toLowerCase();
  const found =
    locales.find(({ code }) => code === first) ?? locales.find(({ home }) => home === `${origin}/`);
  return found?.code ?? locale;
}

export interface Link {
  readonly name: string;
  readonly path: string;
}

const MARK = /(<ul(?=[^<>]* data-kept="")[^<>]*>)(?=<\/ul>)/;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The offline page, with links to the pages that can be read. */
export const listPages = (html: string, links: readonly Link[]): string =>
  html.replace(
    MARK,
    (list) =>
      list +
      links
        .map(
          ({ name, path }) => `<li><a href="${escape(path)}"><bdi>${escape(name)}</bdi></a></li>`,
        )
        .join(""),
  );
