/** A voice in a window of a recording, as an embedding. */
export interface WindowVoice {
  /** Of length 1. */
  readonly vector: Float32Array;
  /** Seconds of speech that the embedding was made from. */
  readonly seconds: number;
  /** Number of the window. */
  readonly window: number;
}

export interface ClusterOptions {
  /** Cosine distance, 0 to 2, up to which two voices belong to the same speaker. */
  readonly threshold: number;
  /** Number of speakers, up to `MAX_SPEAKERS`; null if it has to be found. */
  readonly count: number | null;
}

/** Maximum number of voices that are compared with each other; others join the nearest speaker. */
const MAX_COMPARED = 1500;
/** Maximum number of speakers of a recording. */
export const MAX_SPEAKERS = 20;
/** Seconds of speech from which on a voice can begin a speaker of its own. */
const MIN_SECONDS = 1;
/** Seconds of all its voices that a speaker has at least, if the number of speakers is not given. */
const MIN_SPEAKER = 3;
/**
 * Minimum distance of two voices of one window: a network that hears two speakers there is more
 * often right than two embeddings that resemble each other.
 */
const APART = 1;

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
};

/** Scales a vector to length 1; one of zeros stays as it is. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** Cosine distance of two vectors of length 1: 0 for the same direction, 2 for opposite ones. */
export const voiceDistance = (a: Float32Array, b: Float32Array): number => 1 - dot(a, b);

interface Merge {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

/**
 * Agglomerative clustering with average linkage, by chains of nearest neighbors (Murtagh: A survey
 * of recent advances in hierarchical clustering algorithms, 1983): quadratic in time and memory.
 * @returns merges of the clusters that contain the items `a` and `b`, the nearest first
 */
function mergeAll(voices: readonly WindowVoice[]): readonly Merge[] {
  const count = voices.length;
  const distances = new Float32Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) {
      const [one, two] = [voices[a]!, voices[b]!];
      const distance = voiceDistance(one.vector, two.vector);
      const apart = one.window === two.window ? Math.max(APART, distance) : distance;
      distances[a * count + b] = distances[b * count + a] = apart;
    }
  const sizes = new Float64Array(count).fill(1);
  const open = new Set(voices.keys());
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (open.size > 1) {
    if (chain.length === 0) chain.push(open.values().next().value!);
    const last = chain.at(-1)!;
    const before = chain.at(-2);
    // Of equal distances, the previous one: otherwise a chain could go in circles.
    let nearest = before ?? -1;
    let distance = before === undefined ? Infinity : distances[last * count + before]!;
    for (const other of open) {
      const own = distances[last * count + other]!;
      if (other !== last && own < distance) [nearest, distance] = [other, own];
    }
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merges.push({ a: last, b: nearest, distance });
    const [n, m] = [sizes[last]!, sizes[nearest]!];
    open.delete(nearest);
    sizes[last] = n + m;
    for (const other of open) {
      const own = distances[last * count + other]!;
      const mean = (n * own + m * distances[nearest * count + other]!) / (n + m);
      distances[last * count + other] = distances[other * count + last] = mean;
    }
  }
  return merges.sort((one, two) => one.distance - two.distance);
}

/** Clusters after the given merges, as lists of items. */
function clustersAfter(count: number, merges: readonly Merge[]): number[][] {
  const parents = Array.from({ length: count }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root]!;
    return root;
  };
  for (const { a, b } of merges) parents[rootOf(b)] = rootOf(a);
  return [...Map.groupBy(parents.keys(), rootOf).values()];
}

const secondsOf = (voices: readonly WindowVoice[], members: readonly number[]): number =>
  members.reduce((sum, at) => sum + voices[at]!.seconds, 0);

/** The clusters that are speakers; the others are too short, and belong to one of them. */
function findSpeakers(
  voices: readonly WindowVoice[],
  { threshold, count }: ClusterOptions,
): readonly (readonly number[])[] {
  const merges = mergeAll(voices);
  const bySeconds = (clusters: readonly number[][]): number[][] =>
    clusters.toSorted((a, b) => secondsOf(voices, b) - secondsOf(voices, a));
  const isLong = (members: readonly number[]): boolean => secondsOf(voices, members) >= MIN_SPEAKER;
  if (count === null) {
    const near = merges.filter(({ distance }) => distance <= threshold);
    const clusters = bySeconds(clustersAfter(voices.length, near));
    const long = clusters.filter(isLong).slice(0, MAX_SPEAKERS);
    return long.length > 0 ? long : clusters.slice(0, 1);
  }
  // Outliers stay alone until late, so that as many clusters as there are speakers may be too few.
  for (let all = count; all <= Math.min(voices.length, 4 * count); all++) {
    const clusters = bySeconds(clustersAfter(voices.length, merges.slice(0, voices.length - all)));
    if (clusters.filter(isLong).length >= count) return clusters.slice(0, count);
  }
  return bySeconds(
    clustersAfter(voices.length, merges.slice(0, Math.max(0, voices.length - count))),
  );
}

/** The mean of voices, weighted by their lengths, of length 1. */
function centroidOf(voices: readonly WindowVoice[]): Float32Array {
  const sum = new Float32Array(voices[0]!.vector.length);
  for (const { vector, seconds } of voices)
    for (let at = 0; at < sum.length; at++) sum[at]! += seconds * vector[at]!;
  return toUnit(sum);
}

/** Speakers of a recording. */
export interface VoiceClusters {
  /** Of each voice, in their order. */
  readonly speakers: readonly number[];
  /** Mean voice of each speaker, of length 1. */
  readonly centroids: readonly Float32Array[];
}

/** Finds the speakers that voices belong to. Voices of one window are different speakers if there are enough. */
export function clusterVoices(
  voices: readonly WindowVoice[],
  options: ClusterOptions,
): VoiceClusters {
  if (voices.length === 0) return { speakers: [], centroids: [] };
  const byLength = [...voices.keys()].sort((a, b) => voices[b]!.seconds - voices[a]!.seconds);
  const long = byLength.filter((at) => voices[at]!.seconds >= MIN_SECONDS).slice(0, MAX_COMPARED);
  const compared = (long.length > 0 ? long : byLength.slice(0, MAX_COMPARED)).map(
    (at) => voices[at]!,
  );
  const centroids = findSpeakers(compared, options).map((members) =>
    centroidOf(members.map((at) => compared[at]!)),
  );
  const speakers = voices.map(() => -1);
  for (const own of Map.groupBy(voices.keys(), (at) => voices[at]!.window).values())
    assignWindow(own, { voices, centroids, speakers });
  return { speakers, centroids };
}

/** Assigns the voices of a window, the nearest to a speaker first. */
function assignWindow(
  own: readonly number[],
  {
    voices,
    centroids,
    speakers,
  }: {
    readonly voices: readonly WindowVoice[];
    readonly centroids: readonly Float32Array[];
    readonly speakers: number[];
  },
): void {
  const pairs = own
    .flatMap((at) =>
      centroids.map((centroid, speaker) => ({
        at,
        speaker,
        distance: voiceDistance(voices[at]!.vector, centroid),
      })),
    )
    .sort((a, b) => a.distance - b.distance);
  const taken = new Set<number>();
  for (const { at, speaker } of pairs) {
    if (speakers[at] !== -1 || taken.has(speaker)) continue;
    speakers[at] = speaker;
    taken.add(speaker);
  }
  for (const at of own)
    if (speakers[at] === -1) speakers[at] = pairs.find((pair) => pair.at === at)!.speaker;
}
