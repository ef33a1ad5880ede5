/**
 * Whether a word can be made from another by at most so many typing errors: a letter too many, too
 * few, another, or two in the wrong order (the restricted Damerau-Levenshtein distance).
 * @returns the number of errors; undefined for more than `most`
 */
export function errorsBetween(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return undefined;
    [before, last] = [last, row];
  }
  const errors = last[b.length]!;
  return errors > most ? undefined : errors;
}

/** Errors that a word of a length may have: short ones would become others. */
export const errorsAllowed = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);
