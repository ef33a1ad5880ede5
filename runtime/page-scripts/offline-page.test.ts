import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { waitForConnection } from "./offline-page.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fakeWindow() {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const requests: unknown[] = [];
  const state = { answers: false, reloads: 0 };
  const window = Object.assign(new EventTarget(), {
    document,
    location: { href: "https://s.example/x", reload: () => (state.reloads += 1) },
    setTimeout,
    fetch: (address: string, init: RequestInit) => {
      requests.push([address, init.method, init.cache]);
      return state.answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError());
    },
  });
  return {
    window: window as unknown as Window & typeof globalThis,
    document,
    state,
    asked: requests,
  };
}

it("PWA the offline page asks less and less often, and loads again when the site answers", async () => {
  const { window, state, asked: requests } = fakeWindow();
  waitForConnection(window);
  await vi.advanceTimersByTimeAsync(4000 + 8000 + 16_000 + 32_000);
  expect(requests).toEqual(Array(4).fill(["https://s.example/x", "HEAD", "no-store"]));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(requests).toHaveLength(14);
  expect(state.reloads).toBe(0);
  state.answers = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reloads).toBe(1);
});

it("PWA the offline page retries immediately when the device is connected, and not while it is hidden", async () => {
  const { window, document, state, asked: requests } = fakeWindow();
  state.answers = true;
  document.hidden = true;
  waitForConnection(window);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([]);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(state.reloads).toBe(1);
});
