/** Replacement letters that stay readable and reveal fonts and line heights that are too tight. */
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÀƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž";
/** Fraction by which other languages are longer than English. */
const GROWTH = 0.4;

/**
 * Placeholders and markup that must not change: {{values}}, {…}, $t(…), <tags>, &entities;,
 * %marks%.
 */
const PRESERVED = /\$t\([^()]*\)|<\/?[a-z\d][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);|%[a-z-]+%/iy;

type Segment = readonly [text: string, kept: boolean];

/** Closing position of each opening brace; unclosed braces are left out. */
function endsOfBraces(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") open.push(at);
    else if (text[at] === "}") {
      const start = open.pop();
      if (start !== undefined) ends.set(start, at + 1);
    }
  }
  return ends;
}

/** Splits a text into words and parts that must not change. */
function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  const braces = endsOfBraces(text);
  let words = 0;
  for (let at = 0; at < text.length;) {
    PRESERVED.lastIndex = at;
    const end = braces.get(at) ?? at + (PRESERVED.exec(text)?.[0].length ?? 0);
    if (end === at) {
      at += 1;
      continue;
    }
    if (words < at) segments.push([text.slice(words, at), false]);
    segments.push([text.slice(at, end), true]);
    words = at = end;
  }
  if (words < text.length) segments.push([text.slice(words), false]);
  return segments;
}

/**
 * A pseudo-localized message: accented, 40% longer, and in brackets, so that truncated,
 * concatenated and untranslated texts are easy to see.
 */
export function pseudo(text: string): string {
  if (text === "") return "";
  const segments = segmentsOf(text);
  const letters = segments.reduce(
    (sum, [segment, isPreserved]) => sum + (isPreserved ? 0 : segment.length),
    0,
  );
  const longer = segments.map(([segment, isPreserved]) =>
    isPreserved ? segment : segment.replace(/[A-Za-z]/g, (char) => ACCENTED[PLAIN.indexOf(char)]!),
  );
  // Words of six letters, so that the additional text wraps normally.
  const more = "ẽẋţŕå ".repeat(Math.ceil((letters * GROWTH) / 6)).trim();
  return `[${longer.join("")}${more && ` ${more}`}]`;
}

/**
 * A pseudo-localized message for right-to-left: each word is reversed, values keep their direction.
 */
export function pseudoRtl(text: string): string {
  return segmentsOf(pseudo(text))
    .map(([segment, isPreserved]) =>
      // Right-to-left override, and the character that ends it.
      isPreserved ? segment : segment.replace(/\S+/g, (word) => `\u202e${word}\u202c`),
    )
    .join("");
}
