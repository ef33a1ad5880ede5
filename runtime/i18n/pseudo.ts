/** Letters that read as themselves and show which fonts and line heights are too tight. */
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÀƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž";
/** Part by which other languages are longer than English. */
const GROWTH = 0.4;

/** What stands for something else and must stay: {{values}}, {…}, $t(…), <tags>, &entities;, %marks%. */
const KEPT = /\$t\([^()]*\)|<\/?[a-z\d][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);|%[a-z-]+%/iy;

type Piece = readonly [text: string, kept: boolean];

/** Where the braces end that open at a position, by that position; those that are never closed are left out. */
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

/** Words of a text, and between them what must stay as it is. */
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
 * A message as a language might have it that nobody speaks: accented, two fifths longer, and in
 * brackets, so that texts that are cut off, glued together or not translated are seen at once.
 */
export function pseudo(text: string): string {
  if (text === "") return "";
  const pieces = piecesOf(text);
  const letters = pieces.reduce((sum, [piece, kept]) => sum + (kept ? 0 : piece.length), 0);
  const longer = pieces.map(([piece, kept]) =>
    kept ? piece : piece.replace(/[A-Za-z]/g, (char) => ACCENTED[PLAIN.indexOf(char)]!),
  );
  // Words of six, so that the additional text wraps as text does.
  const more = "ẽẋţŕå ".repeat(Math.ceil((letters * GROWTH) / 6)).trim();
  return `[${longer.join("")}${more && ` ${more}`}]`;
}

/** The same from right to left: each word is turned round, values keep their own direction. */
export function pseudoRtl(text: string): string {
  return piecesOf(pseudo(text))
    .map(([piece, kept]) =>
      // A sign that overrides the direction of a word, and one that ends it.
      kept ? piece : piece.replace(/\S+/g, (word) => `\u202e${word}\u202c`),
    )
    .join("");
}
