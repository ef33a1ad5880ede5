/**
 * Number of typing errors between two words: an added, missing or replaced letter, or two letters
 * in the wrong order (the restricted Damerau-Levenshtein distance).
 * @returns the number of errors; undefined for more than `most`
 */
export function errorsBetween(a: string, b: string, maxErrors: number): number | undefined {
  if (Math.abs(a.length - b.length) > maxErrors) return undefined;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let min = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      min = Math.min(min, cost);
    }
    if (min > maxErrors) return undefined;
    [before, last] = [last, row];
  }
  const errors = last[b.length]!;
  return errors > maxErrors ? undefined : errors;
}

/** Maximum number of errors by word length: errors in short words would produce other words. */
export const errorsAllowed = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);
