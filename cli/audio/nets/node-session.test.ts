import { expect, it } from "vitest";
import { withoutGlobalWorker } from "./node-session.ts";

it("TLS-5 CLI-9 loads that overlap leave no Worker in Node's global scope", async () => {
  const leaveWorker = async (until: Promise<void>): Promise<void> => {
    Object.assign(globalThis, { Worker: class {} });
    await until;
  };
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const first = withoutGlobalWorker(() => leaveWorker(Promise.resolve()));
  const second = withoutGlobalWorker(() => leaveWorker(ended));
  await first;
  expect("Worker" in globalThis).toBe(false);
  end();
  await second;
  expect("Worker" in globalThis).toBe(false);
});
