/** Maximum number of links that are added at once. */
export const MAX_LINKS = 50;

/** Whether a file is text that may contain links. */
export const isLinkFile = ({ name, type }: { readonly name: string; readonly type: string }) =>
  /^text\/(plain|csv|uri-list)$/.test(type) || /\.(txt|csv|m3u|url|webloc)$/i.test(name);

/** The distinct links in a text, in order; other text is ignored. */
export function readLinks(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s<>"'，、。「」]+/gi) ?? [];
  const links = found.flatMap((one) => {
    // Punctuation after a link is not part of it.
    const url = URL.parse(one.replace(/(?<![),.;:!?\]])[),.;:!?\]]+$/, ""));
    return url ? [url.href] : [];
  });
  return [...new Set(links)];
}
