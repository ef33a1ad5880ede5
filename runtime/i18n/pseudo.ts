/** Replacement letters that stay readable and reveal fonts and line heights that are too tight. */
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÀƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž";
/** Fraction by which other languages are longer than English. */
const GROWTH = 0.4;

/**
 * Placeholders and markup that must not change: {{values}}, {…}, $t(…), <tags>, &entities;,
 * %marks%.
 */
const KEPT = /\$t\([^()]*\)|<\/?[a-z\d][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);|%[a-z-]+%/iy;

type Piece = readonly [text: string, kept: boolean];

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
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const braces = endsOfBraces(text);
  let words = 0;
  for (let at = 0; at < text.length;) {
    KEPT.lastIndex = at;
    const end = braces.get(at) ?? at + (KEPT.exec(text)?.[0].length ?? 0);
    if (end === at) {
      at += 1;
      continue;
    }
    if (words < at) pieces.push([text.slice(words, at), false]);
    pieces.push([text.slice(at, end), true]);
    words = at = end;
  }
  if (words < text.length) pieces.push([text.slice(words), false]);
  return pieces;
}

/**
 * A pseudo-localized message: accented, 40% longer, and in brackets, so that truncated,
 * concatenated and untranslated texts are easy to see.
 */
export function pseudo(text: string): string {
  if (text === "") return "";
  const pieces = piecesOf(text);
  const letters = pieces.reduce((sum, [piece, kept]) => sum + (kept ? 0 : piece.length), 0);
  const longer = pieces.map(([piece, kept]) =>
    kept ? piece : piece.replace(/[A-Za-z]/g, (char) => ACCENTED[PLAIN.indexOf(char)]!),
  );
  // Words of six letters, so that the additional text wraps normally.
  const more = "ẽẋţŕå ".repeat(Math.ceil((letters * GROWTH) / 6)).trim();
  return `[${longer.join("")}${more && ` ${more}`}]`;
}

/**
 * A pseudo-localized message for right-to-left: each word is reversed, values keep their direction.
 */
export function pseudoRtl(text: string): string {
  return piecesOf(pseudo(text))
    .map(([piece, kept]) =>
      // Right-to-left override, and the character that ends it.
      kept ? piece : piece.replace(/\S+/g, (word) => `\u202e${word}\u202c`),
    )
    .join("");
}
