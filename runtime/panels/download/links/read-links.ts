/** Links that are taken at once. */
export const MOST_LINKS = 50;

/** The links in a text, each once, in its order; what was given with a link is left out. */
export function readLinks(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s<>"'，、。「」]+/gi) ?? [];
  const links = found.flatMap((one) => {
    // What follows a link in a sentence is not part of it.
    const url = URL.parse(one.replace(/[),.;:!?\]]+$/, ""));
    return url ? [url.href] : [];
  });
  return [...new Set(links)];
}
