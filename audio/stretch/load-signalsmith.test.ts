import { expect, it, vi } from "vitest";

it("TLS-5 programs are made wherever the module is evaluated again in a realm", async () => {
  const first = await import("./load-signalsmith.ts");
  expect(await first.loadSignalsmith()).toHaveProperty("_process");
  vi.resetModules();
  const again = await import("./load-signalsmith.ts");
  expect(again).not.toBe(first);
  const program = await again.loadSignalsmith();
  expect(program).toHaveProperty("_process");
  expect(await again.loadSignalsmith()).not.toBe(program);
});
