/**
 * The classes of a segmentation network as bit sets of the speakers that are active: first none,
 * then each alone, then each pair … (Plaquet, Bredin: Powerset multi-class cross entropy loss for
 * neural speaker diarization, Interspeech 2023).
 * @param speakers number of speakers in a window
 * @param simultaneous maximum number of speakers at the same time
 */
export function speakerSets(speakers: number, simultaneous: number): readonly number[] {
  const sets: number[] = [];
  for (let size = 0; size <= simultaneous; size++) {
    const extend = (set: number, next: number, missing: number): void => {
      if (missing === 0) sets.push(set);
      else
        for (let speaker = next; speaker <= speakers - missing; speaker++)
          extend(set | (1 << speaker), speaker + 1, missing - 1);
    };
    extend(0, 0, size);
  }
  return sets;
}

/**
 * The most probable set of speakers in each frame.
 * @param scores [frames, sets], on any monotonic scale
 */
export function activeSpeakers(scores: Float32Array, sets: readonly number[]): Uint8Array {
  const frames = scores.length / sets.length;
  return Uint8Array.from({ length: frames }, (_, frame) => {
    const start = frame * sets.length;
    let best = 0;
    for (let at = 1; at < sets.length; at++)
      if (scores[start + at]! > scores[start + best]!) best = at;
    return sets[best]!;
  });
}
