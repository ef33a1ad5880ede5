/** In the server's order of preference. */
export const ENCODINGS = ["br", "zstd", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding of a response, by an Accept-Encoding header (RFC 9110, 12.5.3): the one with the
 * highest weight, and the server's preference for equal weights. A body that is not worth
 * compressing stays uncompressed unless the client refuses that. Undefined if nothing is
 * acceptable.
 */
export function chooseEncoding(
  header: string | undefined,
  isWorthwhile: boolean,
): Encoding | "identity" | undefined {
  if (header === undefined) return "identity";
  const weights = parseWeights(header);
  const rest = weights.get("*");
  const identity = weights.get("identity") ?? rest;
  const offers = ENCODINGS.map((name) => {
    // "x-gzip" is the old name of gzip (RFC 9110, 8.4.1.3).
    const named = weights.get(name) ?? (name === "gzip" ? weights.get("x-gzip") : undefined);
    return { name, weight: named ?? rest ?? 0 };
  }).filter(({ weight }) => weight > 0);
  const best = offers.toSorted((a, b) => b.weight - a.weight)[0];
  if (identity === 0) return best?.name;
  if (!isWorthwhile || best === undefined) return "identity";
  // An identity encoding that is not named is acceptable, with the lowest preference.
  return (identity ?? 0) > best.weight ? "identity" : best.name;
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    if (name === "") continue;
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    if (/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q)) weights.set(name, Number(q));
  }
  return weights;
}
