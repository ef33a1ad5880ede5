/** @throws {RangeError} for what is no key: nothing of a key leads anywhere else */
export function checkKey(key: string): string {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new RangeError("No key of an object");
  return key;
}
