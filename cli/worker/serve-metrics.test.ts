import { expect, it } from "vitest";
import { createMetrics } from "#server/deps/metrics.ts";
import { TEST_SETTINGS } from "#server/testing/test-server.ts";
import { serveMetrics } from "./serve-metrics.ts";

it("JOB-8 a worker serves its metrics to this machine, or to whoever has the token", async () => {
  const metrics = createMetrics();
  metrics.count("toolkit_inference_requests_total", { outcome: "answered" });
  const read = async (metricsToken: string | null, headers: Record<string, string> = {}) => {
    const database = { url: null, file: "", connections: 1 };
    const settings = {
      ...TEST_SETTINGS,
      database,
      metricsToken,
      host: "127.0.0.1",
      isForPublic: false,
    };
    const { port, close } = await serveMetrics(metrics, { port: 0, settings });
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const [response, other] = [await get("/metrics"), await get("/other")];
    close();
    expect(other.status).toBe(404);
    return [response.status, await response.text()] as const;
  };
  const text = expect.stringContaining('toolkit_inference_requests_total{outcome="answered"} 1\n');
  expect(await read(null)).toEqual([200, text]);
  expect((await read(null, { "X-Forwarded-For": "198.51.100.1" }))[0]).toBe(404);
  expect((await read("token-0123456789"))[0]).toBe(404);
  expect(await read("token-0123456789", { Authorization: "Bearer token-0123456789" })).toEqual([
    200,
    text,
  ]);
});
