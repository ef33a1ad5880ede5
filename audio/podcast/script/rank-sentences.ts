/** Words in lowercase: letters and digits. */
function splitWords(text: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text))
    if (isWordLike) words.push(segment.toLocaleLowerCase());
  return words;
}

/** TF-IDF weights of the words of a sentence. */
export type Weights = ReadonlyMap<string, number>;

export function weigh(sentences: readonly string[], language: string): Weights[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const counted = sentences.map((sentence) => {
    const counts = new Map<string, number>();
    for (const word of splitWords(sentence, segmenter))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });
  const within = new Map<string, number>();
  for (const counts of counted)
    for (const word of counts.keys()) within.set(word, (within.get(word) ?? 0) + 1);
  return counted.map(
    (counts) =>
      new Map(
        Array.from(counts, ([word, count]) => [
          word,
          count * Math.log((1 + sentences.length) / within.get(word)!),
        ]),
      ),
  );
}

const lengthOf = (weights: Weights): number => Math.hypot(...weights.values());

/** Cosine similarity of two sentences, 0 to 1. */
export function similarity(a: Weights, b: Weights): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0);
  return sum === 0 ? 0 : sum / (lengthOf(a) * lengthOf(b));
}

/** Fraction of a vote that is distributed equally. */
const DAMPING = 0.15;
const ROUNDS = 40;
/** Maximum number of sentences that are compared; longer texts are ranked in parts. */
const MAX_SENTENCES = 600;

/**
 * Centrality of each sentence: sentences vote for similar ones, weighted by their own centrality.
 * Continuous LexRank (G. Erkan and D. R. Radev, "LexRank: Graph-based Lexical Centrality as
 * Salience in Text Summarization", 2004). Ranks sum to 1.
 */
export function rankSentences(all: readonly Weights[]): Float64Array {
  const ranks = new Float64Array(all.length);
  for (let from = 0; from < all.length; from += MAX_SENTENCES) {
    const part = all.slice(from, from + MAX_SENTENCES);
    const share = part.length / all.length;
    for (const [at, rank] of rankPart(part).entries()) ranks[from + at] = share * rank;
  }
  return ranks;
}

function rankPart(weights: readonly Weights[]): Float64Array {
  const count = weights.length;
  const votes = Array.from({ length: count }, () => new Float64Array(count));
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const value = similarity(weights[i]!, weights[j]!);
      votes[i]![j] = value;
      votes[j]![i] = value;
    }
  for (const row of votes) {
    const sum = row.reduce((a, b) => a + b, 0);
    for (let j = 0; j < count; j++) row[j] = sum > 0 ? row[j]! / sum : 1 / count;
  }
  let ranks = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count).fill(DAMPING / count);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++)
        next[j] = next[j]! + (1 - DAMPING) * ranks[i]! * votes[i]![j]!;
    ranks = next;
  }
  return ranks;
}

/** Indices of the most central sentences, in text order. @param count number of sentences */
export function centralSentences(
  texts: readonly string[],
  language: string,
  count: number,
): readonly number[] {
  const ranks = rankSentences(weigh(texts, language));
  return texts
    .map((_, at) => at)
    .toSorted((a, b) => ranks[b]! - ranks[a]! || a - b)
    .slice(0, count)
    .toSorted((a, b) => a - b);
}
