/** Maximum bytes of an episode's description, as in Apple Podcasts. */
const MAX_BYTES = 4000;
const ELLIPSIS = " …";

/** The longest prefix of a text that ends with a word and fits. @param bytes in UTF-8 */
function cutAtWord(text: string, bytes: number): string {
  let end = 0;
  let size = 0;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    text,
  )) {
    size += Buffer.byteLength(segment);
    if (size > bytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

/** Summary of an episode: its full text, or as many whole words as a podcast directory accepts. */
export function summarize(lines: readonly { readonly text: string }[]): string {
  const room = MAX_BYTES - Buffer.byteLength(ELLIPSIS);
  let summary = "";
  for (const { text } of lines) {
    const next = text.trim().toWellFormed();
    if (next === "") continue;
    const longer = summary === "" ? next : `${summary}\n${next}`;
    if (Buffer.byteLength(longer) > room)
      return (summary === "" ? cutAtWord(next, room) : summary) + ELLIPSIS;
    summary = longer;
  }
  return summary;
}
