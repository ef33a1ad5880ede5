/** Checks that a key cannot escape the store's folder. @throws {RangeError} for an invalid key */
export function checkKey(key: string): string {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new RangeError("No key of an object");
  return key;
}
