import { expect, it } from "vitest";
import { TestClock } from "#tests/test-clock.ts";
import { waitForConnection } from "./offline-page.ts";

function fakeWindow() {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const requests: unknown[] = [];
  const state = { answers: false, reloads: 0 };
  const clock = new TestClock();
  const window = Object.assign(new EventTarget(), {
    document,
    location: { href: "https://s.example/x", reload: () => (state.reloads += 1) },
    setTimeout: clock.setTimeout,
    fetch: (address: string, init: RequestInit) => {
      requests.push([address, init.method, init.cache]);
      return state.answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError());
    },
  });
  return {
    window: window as unknown as Window & typeof globalThis,
    document,
    clock,
    state,
    asked: requests,
  };
}

it("PWA the offline page asks less and less often, and loads again when the site answers", async () => {
  const { window, clock, state, asked: requests } = fakeWindow();
  waitForConnection(window);
  await clock.advance(4000 + 8000 + 16_000 + 32_000);
  expect(requests).toEqual(Array(4).fill(["https://s.example/x", "HEAD", "no-store"]));
  await clock.advance(10 * 60_000);
  expect(requests).toHaveLength(14);
  expect(state.reloads).toBe(0);
  state.answers = true;
  await clock.advance(60_000);
  expect(state.reloads).toBe(1);
});

it("PWA the offline page retries immediately when the device is connected, and not while it is hidden", async () => {
  const { window, document, clock, state, asked: requests } = fakeWindow();
  state.answers = true;
  document.hidden = true;
  waitForConnection(window);
  window.dispatchEvent(new Event("online"));
  await clock.advance(60_000);
  expect(requests).toEqual([]);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await clock.advance(0);
  expect(state.reloads).toBe(1);
});
