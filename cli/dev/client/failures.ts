import type { ShownFinding } from "../page-facts.ts";

/** What React prints of an error that a boundary has caught. */
const CAUGHT = /^%o\n/;

/** Tells of errors that scripts of the site throw in this page, at their places in the code. */
export function watchFailures(onFailure: (found: ShownFinding) => void): void {
  const known = new Set<string>();

  async function tell(error: unknown): Promise<void> {
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
  addEventListener("error", ({ error }) => void tell(error).catch(() => {}));
  addEventListener("unhandledrejection", ({ reason }) => void tell(reason).catch(() => {}));
  // React says what a boundary has caught nowhere else.
  const { console } = globalThis;
  const print = console["error"].bind(console);
  console["error"] = (...args: unknown[]) => {
    print(...args);
    if (typeof args[0] === "string" && CAUGHT.test(args[0])) void tell(args[1]).catch(() => {});
  };
}
