import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../../services/api/api-error.ts";
import { onceOnline } from "./while-online.ts";

afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser whose network comes and goes. */
function useNetwork(onLine: boolean) {
  const target = new EventTarget();
  const navigator = { onLine };
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return (next: boolean): void => {
    navigator.onLine = next;
    target.dispatchEvent(new Event(next ? "online" : "offline"));
  };
}
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

it("TLS-1 work started offline waits for the network, and is repeated if the network fails meanwhile", async () => {
  const set = useNetwork(false);
  const reported: (boolean | string)[] = [];
  const { signal } = new AbortController();
  let tries = 0;
  const made = onceOnline(
    { signal, onWaiting: (isWaiting) => reported.push(isWaiting) },
    (given) => {
      tries++;
      if (tries === 1) {
        queueMicrotask(() => set(false));
        return never(given);
      }
      // The connection was lost before the browser noticed.
      if (tries === 2) return Promise.reject(new ApiError("", { key: "offline" }));
      return Promise.resolve("found");
    },
  );
  expect(tries).toBe(0);
  set(true);
  await expect.poll(() => reported).toEqual([true, false, true]);
  set(true);
  expect(await made).toBe("found");
  expect([tries, reported]).toEqual([3, [true, false, true, false]]);
});

it("TLS-4 what fails for another reason fails at once, and waiting can be given up", async () => {
  const set = useNetwork(true);
  const leaving = new AbortController();
  const options = { signal: leaving.signal, onWaiting: () => {} };
  const removedError = new ApiError("", { key: "source_gone" });
  await expect(onceOnline(options, () => Promise.reject(removedError))).rejects.toBe(removedError);
  set(false);
  const waiting = onceOnline(options, never);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
