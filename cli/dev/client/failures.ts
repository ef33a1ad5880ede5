import type { ShownFinding } from "../page-facts.ts";

/** React's console message for an error caught by an error boundary. */
const CAUGHT = /^%o\n/;

/** Reports errors that the site's scripts throw in this page, with their source locations. */
export function watchFailures(onFailure: (found: ShownFinding) => void): void {
  const known = new Set<string>();

  async function report(error: unknown): Promise<void> {
    if (!(error instanceof Error) || error.name === "AbortError") return;
    const { message, stack = "" } = error;
    if (known.has(stack)) return;
    known.add(stack);
    const response = await fetch("/@toolkit/thrown.json", {
      method: "POST",
      headers: { "x-toolkit": "thrown", "content-type": "application/json" },
      body: JSON.stringify({ message: `${error.name}: ${message}`, stack }),
    });
    const found = (await response.json()) as ShownFinding | null;
    if (found) onFailure(found);
  }
  addEventListener("error", ({ error }) => void report(error).catch(() => {}));
  addEventListener("unhandledrejection", ({ reason }) => void report(reason).catch(() => {}));
  // React reports errors caught by a boundary only to the console.
  const { console } = globalThis;
  const print = console["error"].bind(console);
  console["error"] = (...args: unknown[]) => {
    print(...args);
    if (typeof args[0] === "string" && CAUGHT.test(args[0])) void report(args[1]).catch(() => {});
  };
}
