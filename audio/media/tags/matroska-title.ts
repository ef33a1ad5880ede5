import { elementAt } from "../containers/ebml.ts";

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TITLE = 0x7ba9;

/**
 * The title of a Matroska or WebM file as most programs write it: in the segment information (RFC
 * 9559, Title) rather than in tags.
 * @param head the first bytes of the file
 */
export function matroskaTitle(head: Uint8Array): string | undefined {
  for (let at = 0; at < head.length;) {
    const found = elementAt(head, at);
    if (!found) return undefined;
    const { id, from, end } = found;
    if (id === TITLE) return end <= head.length ? textOf(head.subarray(from, end)) : undefined;
    // Descends into these two.
    at = id === SEGMENT || id === INFO ? from : end;
  }
  return undefined;
}

/** UTF-8 up to the first zero; undefined if it is invalid or empty. */
function textOf(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(0);
  const escaped = Array.from(
    end < 0 ? bytes : bytes.subarray(0, end),
    (byte) => `%${byte.toString(16).padStart(2, "0")}`,
  );
  try {
    return decodeURIComponent(escaped.join("")) || undefined;
  } catch {
    return undefined;
  }
}
