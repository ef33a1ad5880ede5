/** Rules of `builds/meta/{id}.json`, by path. A path may end with `/*`. */
export type RouteRules = Readonly<
  Record<string, { readonly redirect?: { readonly to: string; readonly statusCode: number } }>
>;

export type RuleTarget =
  | { readonly kind: "inside"; readonly href: string }
  | { readonly kind: "outside"; readonly href: string };

export const withoutSlash = (path: string): string =>
  path.length > 1 ? path.replace(/\/$/, "") : path;

/**
 * The redirect target of an address, or null (NAV-3). Exact paths precede patterns, longer patterns
 * precede shorter ones. The query is kept unless the target has its own.
 * @throws {TypeError} if the target is not http(s): a script must not run
 */
export function redirectOf(url: URL, rules: RouteRules): RuleTarget | null {
  const path = withoutSlash(url.pathname);
  const exact = rules[path]?.redirect ?? rules[`${path}/`]?.redirect;
  let to = exact?.to;
  if (to === undefined) {
    const [pattern] = Object.keys(rules)
      .filter((from) => from.endsWith("/*") && `${path}/`.startsWith(from.slice(0, -1)))
      .sort((a, b) => b.length - a.length);
    const rest = pattern === undefined ? "" : path.slice(pattern.length - 1);
    // A function, since replacement strings may contain patterns such as `$'`.
    to =
      pattern === undefined
        ? undefined
        : rules[pattern]!.redirect?.to.replace(":splat", () => rest);
  }
  if (to === undefined) return null;
  // A captured value may start with a slash, and browsers take `//host` for another host.
  const isLocal = to.startsWith("/");
  const target = new URL(isLocal ? url.origin + to : to);
  if (isLocal) target.pathname = target.pathname.replace(/^\/+/, "/");
  if (!/^https?:$/.test(target.protocol)) throw new TypeError(`A rule leads to ${target.protocol}`);
  if (target.search === "") target.search = url.search;
  if (target.hash === "") target.hash = url.hash;
  return { kind: target.origin === url.origin ? "inside" : "outside", href: target.href };
}
