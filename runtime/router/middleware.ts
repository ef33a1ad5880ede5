import type { Target } from "./routes.ts";

/** Decision of a middleware: continue, or redirect to an address of the site. */
export type Decision = void | { readonly redirect: string };
export type Middleware = (target: Target) => Decision | Promise<Decision>;

/** A route names an unknown middleware (NAV-8). */
export class UnknownMiddlewareError extends Error {
  override readonly name = "UnknownMiddlewareError";
  constructor(middleware: string, known: readonly string[]) {
    super(`Unknown route middleware "${middleware}". Known: ${known.join(", ") || "none"}.`);
  }
}

/**
 * Runs the middlewares of a route in order, until one redirects. All names are resolved before the
 * first runs.
 * @throws {UnknownMiddlewareError}
 */
export async function runMiddleware(
  names: readonly string[],
  known: Readonly<Record<string, Middleware>>,
  target: Target,
): Promise<Decision> {
  const found = names.map((name) => {
    if (!Object.hasOwn(known, name)) throw new UnknownMiddlewareError(name, Object.keys(known));
    return known[name]!;
  });
  for (const middleware of found) {
    const decision = await middleware(target);
    if (decision) return decision;
  }
}
