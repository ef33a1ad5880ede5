/** Value of a cookie; returned as is if its escapes are invalid. */
export function cookieOf({ cookie }: Document, name: string): string | null {
  const front = `${name}=`;
  const value = cookie.split("; ").find((part) => part.startsWith(front));
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value.slice(front.length));
  } catch {
    return value.slice(front.length);
  }
}
