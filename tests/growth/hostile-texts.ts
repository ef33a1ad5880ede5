/** Texts of one shape, of any length. */
export interface TextFamily {
  /** What it is made of, as a failing test shows it. */
  readonly name: string;
  /** A text of about so many characters. */
  readonly make: (characters: number) => string;
}

export interface Grammar {
  /**
   * Small valid documents (a few hundred characters) that hold every construct that the reader knows. Each
   * run of their tokens is repeated where it stands, with and without what follows.
   */
  readonly samples?: readonly string[];
  /** Delimiters, tags and keywords of the grammar: repeated alone, in pairs, nested and unclosed. */
  readonly tokens?: readonly string[];
  /** What stands before and after the repeated tokens, so that the reader does not refuse them at once. */
  readonly frames?: readonly (readonly [before: string, after: string])[];
}

/** Characters that mean something in most grammars, and fillers. */
const COMMON = [
  ..." \n\t\ra0é\\<>\"'`&;:,.=/-#*_~|()[]{}@$%".split(""),
  "\r\n",
  "</",
  "<!--",
  "<![CDATA[",
  "&#",
  "😀",
];
/** Those that are combined with every token. */
const FILLERS = ["a", " ", "\n", "<", ">", '"', "&", "0"];
/** Tokens that are repeated together, out of a sample. */
const RUNS = [1, 2, 3, 5, 8];

const NO_FRAMES = [["", ""]] as const;

const repeat = (token: string, characters: number): string =>
  token.repeat(Math.ceil(characters / token.length));

/** Shows a token in the name of a family. */
const show = (token: string): string =>
  JSON.stringify(token.length > 40 ? `${token.slice(0, 40)}…` : token);

/** A family of texts in a frame. */
const framed = (
  [before, after]: readonly [string, string],
  name: string,
  body: (characters: number) => readonly string[],
): TextFamily => ({
  name: before + after === "" ? name : `${show(before)} + ${name} + ${show(after)}`,
  // A joined string is flat: putting it together is not measured with the reader.
  make: (characters) => [before, ...body(characters), after].join(""),
});

function* ofOneToken({ tokens = [], frames = NO_FRAMES }: Grammar): Generator<TextFamily> {
  for (const frame of frames)
    for (const token of new Set([...tokens, ...COMMON]))
      yield framed(frame, `${show(token)} repeated`, (n) => [repeat(token, n)]);
}

function* ofTwoTokens({ tokens = [], frames = NO_FRAMES }: Grammar): Generator<TextFamily> {
  const own = new Set(tokens);
  const pairs = [
    ...tokens.flatMap((one) => tokens.map((other) => [one, other] as const)),
    ...tokens.flatMap((one) => FILLERS.flatMap((other) => [[one, other] as const])),
    ...FILLERS.flatMap((one) => FILLERS.map((other) => [one, other] as const)),
  ].filter(([one, other]) => one !== other);
  for (const frame of frames)
    for (const [one, other] of pairs) {
      yield framed(frame, `${show(one + other)} repeated`, (n) => [repeat(one + other, n)]);
      yield framed(frame, `${show(one)} repeated, then ${show(other)} repeated`, (n) => [
        repeat(one, n / 2),
        repeat(other, n / 2),
      ]);
      yield framed(frame, `one ${show(one)}, then ${show(other)} repeated`, (n) => [
        one,
        repeat(other, n),
      ]);
      // Fillers stand second in a pair; this is the one order that is missing.
      if (!own.has(other))
        yield framed(frame, `${show(other)} repeated, then ${show(one)} repeated`, (n) => [
          repeat(other, n / 2),
          repeat(one, n / 2),
        ]);
    }
}

/** Tags as wholes, then words, spaces and single signs. */
const TOKENS = [/<[^<>]*>|[\p{L}\p{N}_]+|\s+|./gsu, /[\p{L}_]+|\p{N}+|\s+|./gsu];

function* ofSample(sample: string): Generator<TextFamily> {
  const seen = new Set<string>();
  for (const pattern of TOKENS) {
    const tokens = sample.match(pattern) ?? [];
    for (let from = 0, start = 0; from < tokens.length; start += tokens[from++]!.length) {
      const before = sample.slice(0, start);
      for (const count of RUNS) {
        const run = tokens.slice(from, from + count).join("");
        if (from + count > tokens.length || seen.has(`${start} ${run}`)) continue;
        seen.add(`${start} ${run}`);
        const after = sample.slice(start + run.length);
        const name = `a sample with ${show(run)} repeated at character ${start}`;
        yield { name, make: (n) => [before, repeat(run, n), after].join("") };
        yield { name: `${name}, cut off`, make: (n) => [before, repeat(run, n)].join("") };
      }
      for (const filler of ["a", "9", " ", "\n"])
        yield {
          name: `a sample with ${show(filler)} repeated at character ${start}`,
          make: (n) => [before, repeat(filler, n), sample.slice(start)].join(""),
        };
    }
  }
}

/** Families of one tag and the fillers. */
function* ofTag(
  tag: string,
  frames: readonly (readonly [string, string])[],
): Generator<TextFamily> {
  for (const frame of frames)
    for (const filler of FILLERS) {
      yield framed(frame, `${show(tag)} repeated, then ${show(filler)} repeated`, (n) => [
        repeat(tag, n / 2),
        repeat(filler, n / 2),
      ]);
      yield framed(frame, `${show(tag + filler)} repeated`, (n) => [repeat(tag + filler, n)]);
    }
}

/** In an order in which those at the beginning are of all kinds: neighbors are much alike. */
function spread<T>(all: readonly T[]): readonly T[] {
  const golden = (Math.sqrt(5) - 1) / 2;
  return all
    .map((one, at) => ({ one, rank: (at * golden) % 1 }))
    .toSorted((first, second) => first.rank - second.rank)
    .map(({ one }) => one);
}

/** Families of texts that make a careless reader of a grammar slow, the simplest first. */
export function hostileTexts(grammar: Grammar): readonly TextFamily[] {
  const { samples = [], tokens = [], frames = NO_FRAMES } = grammar;
  const tags = samples.flatMap((sample) => sample.match(/<[\w/][^<>]{0,40}>/g) ?? []);
  // A start tag without attributes repeats more often.
  const bare = new Set(tags.map((tag) => tag.replace(/^(<[\w:-]+)\s.*?(\/?>)$/s, "$1 $2")));
  for (const token of tokens) bare.delete(token);
  return [
    ...ofOneToken(grammar),
    ...spread([
      ...ofTwoTokens(grammar),
      ...[...bare].flatMap((tag) => [...ofTag(tag, frames)]),
      ...samples.flatMap((sample) => [...ofSample(sample)]),
    ]),
  ];
}
