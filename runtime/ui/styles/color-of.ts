/**
 * The computed color of a design token at an element, for canvas drawing: the token itself holds a
 * light and a dark value.
 * @param style the element's computed style
 * @param token such as `--ink`
 */
export function colorOf(
  style: Pick<CSSStyleDeclaration, "colorScheme" | "getPropertyValue">,
  token: string,
): string {
  const value = style.getPropertyValue(token).trim();
  const both = /^light-dark\(([^,]+),([^,]+)\)$/.exec(value);
  return both ? both[style.colorScheme === "dark" ? 2 : 1]!.trim() : value;
}
