/** Links that are taken at once. */
export const MOST_LINKS = 50;

/** Whether a file is a text that may have links in it. */
export const isLinkFile = ({ name, type }: { readonly name: string; readonly type: string }) =>
  /^text\/(plain|csv|uri-list)$/.test(type) || /\.(txt|csv|m3u|url|webloc)$/i.test(name);

/** The links in a text, each once, in its order; what was given with a link is left out. */
export function readLinks(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s<>"'，、。「」]+/gi) ?? [];
  const links = found.flatMap((one) => {
    // What follows a link in a sentence is not part of it.
    const url = URL.parse(one.replace(/(?<![),.;:!?\]])[),.;:!?\]]+$/, ""));
    return url ? [url.href] : [];
  });
  return [...new Set(links)];
}
