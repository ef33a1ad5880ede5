const START = "{{#studio}}";
const END = "{{/studio}}";

/**
 * Resolves `{{#studio}}…{{/studio}}` in a text: words for sites that offer a studio model for the page's
 * tool. Marks without their counterpart stay as they are.
 */
export function resolveConditions(body: string, offersModel: boolean): string {
  let resolved = "";
  let at = 0;
  for (;;) {
    const start = body.indexOf(START, at);
    const end = start < 0 ? -1 : body.indexOf(END, start);
    if (end < 0) return resolved + body.slice(at);
    resolved += body.slice(at, start);
    if (offersModel) resolved += body.slice(start + START.length, end);
    at = end + END.length;
    // The space that separates it from the next sentence.
    if (!offersModel && body[at] === " ") at++;
  }
}

/** Resolves the conditions of all texts in a value, such as the steps of a page. */
export function resolveTexts<Value>(value: Value, offersModel: boolean): Value {
  if (typeof value === "string")
    return (
      value.includes(START) ? resolveConditions(value, offersModel).trimEnd() : value
    ) as Value;
  if (Array.isArray(value)) return value.map((item) => resolveTexts(item, offersModel)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveTexts(item, offersModel)]),
  ) as Value;
}
