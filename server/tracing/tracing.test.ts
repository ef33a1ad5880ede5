import { type AddressInfo } from "node:net";
import { createServer } from "node:http";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterEach, expect, it } from "vitest";
import { createJob } from "#core/api/jobs/create-job.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { runAttempt } from "../jobs/run-attempt.ts";
import { recoverLost } from "../jobs/sweep-jobs.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import { NO_TRACER, type SpanAttributes } from "../ports/tracer.ts";
import { addUpload } from "../testing/add-upload.ts";
import { addJobAccount, TEST_TASK } from "../testing/job-bench.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { openTracer } from "./open-tracer.ts";
import { createOtelTracer } from "./otel-tracer.ts";
import { traceDb, traceStore } from "./traced.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const BROWSER = `00-${TRACE}-b7ad6b7169203331-01`;
const CONTENT = "canary-of-the-recording";

/** Compared with `SpanAttributes` by the compiler. */
const ALLOWED = {
  "http.request.method": true,
  "http.route": true,
  "http.response.status_code": true,
  "job.id": true,
  "job.attempt": true,
  "job.pool": true,
  "job.state": true,
  "job.call": true,
  "hosted.kind": true,
  "hosted.run": true,
} as const satisfies Record<keyof SpanAttributes, true>;

function inMemory(service: string) {
  const exporter = new InMemorySpanExporter();
  return {
    tracer: createOtelTracer(service, "instance", new SimpleSpanProcessor({ exporter })),
    spans: () => exporter.getFinishedSpans(),
  };
}

describeOnDatabases("traces", ({ fresh }) => {
  let server: TestServer;
  afterEach(() => server.close());

  it("CLI-16 one trace leads from the browser over API, queue, worker and store, across a killed attempt", async () => {
    const api = inMemory("toolkit-api");
    const killed = inMemory("toolkit-worker");
    const second = inMemory("toolkit-worker");
    const database = await fresh();
    const plain = await openDb(database, () => {});
    const objects = createMemoryStore();
    server = await createTestServer(database, {
      db: traceDb(plain, api.tracer),
      objects: traceStore(objects, api.tracer),
      tracer: api.tracer,
    });
    const workerOf = ({ tracer }: ReturnType<typeof inMemory>) => ({
      ...server.deps,
      db: traceDb(plain, tracer),
      objects: traceStore(objects, tracer),
      tracer,
    });
    const user = await addJobAccount(server, 20);
    const upload = await addUpload(server.deps, user.userId, Buffer.from(CONTENT));
    const request = { tool: "cleaner", seconds: 30, upload, task: TEST_TASK };
    const headers = { traceparent: BROWSER, "user-agent": "canary-of-the-browser" };
    const { data } = await server.call(createJob, request, { token: user.token, headers });

    const first = (await server.deps.jobQueue.take("cpu"))!;
    const dying = new AbortController();
    const started = Promise.withResolvers<void>();
    const dead = runAttempt(
      workerOf(killed),
      first,
      ({ signal }) => {
        started.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
      dying.signal,
    );
    await started.promise;
    server.advance(40_000);
    expect(await recoverLost(server.deps)).toBe(1);
    server.advance(600_000);
    const again = (await server.deps.jobQueue.take("cpu"))!;
    expect(again).toMatchObject({ id: data.job.id, attempt: 2 });
    const fault = "AUDIO_UNREADABLE";
    await runAttempt(
      workerOf(second),
      again,
      async () => ({ kind: "failed", fault }),
      new AbortController().signal,
    );

    const attempt = second.spans().find(({ name }) => name === "job attempt")!;
    expect(attempt.spanContext().traceId).toBe(TRACE);
    expect(attempt.attributes["job.state"]).toBe("failed");
    const created = api.spans().find(({ name, attributes }) => name === "request" && attributes)!;
    expect(created.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
    const parents = new Set(api.spans().map((span) => span.spanContext().spanId));
    expect(parents).toContain(attempt.parentSpanContext?.spanId);
    const link = attempt.links[0]!.context;
    expect(first.traceparent).toBe(again.traceparent);
    expect(again.attempt_traceparent).toContain(link.spanId);
    expect(link.traceId).toBe(TRACE);
    expect(parents).not.toContain(link.spanId);
    // A killed worker sends nothing of its attempt.
    expect(killed.spans().map(({ name }) => name)).not.toContain("job attempt");
    for (const name of ["fetch input", "run task", "store get", "database write"])
      expect(second.spans().map((span) => span.name)).toContain(name);

    dying.abort();
    await dead;
    const all = [...api.spans(), ...killed.spans(), ...second.spans()];
    expect(all.filter((span) => span.spanContext().traceId === TRACE).length).toBeGreaterThan(8);
    const allowed = new Set(Object.keys(ALLOWED));
    for (const { name, attributes, events, status } of all) {
      for (const key of Object.keys(attributes)) expect(allowed, `${name} ${key}`).toContain(key);
      expect(events).toEqual([]);
      expect(status.message).toBeUndefined();
    }
    const written = JSON.stringify(
      all.map(({ name, attributes, resource }) => [name, attributes, resource.attributes]),
    );
    for (const secret of [user.userId, user.token, upload, "canary", "127.0.0.1", "cleaner"])
      expect(written).not.toContain(secret);
  });

  it("CLI-16 polling leaves no traces, and a forged context is not taken", async () => {
    const { tracer, spans } = inMemory("toolkit-worker");
    const database = await fresh();
    server = await createTestServer(database, { tracer });
    const db = traceDb(server.deps.db, tracer);
    await db.read((queries) => queries.selectFrom("jobs").select("id").execute());
    expect(spans()).toEqual([]);
    const parent = "00-<script>-0000-01";
    await tracer.span("request", { parent }, async ({ traceparent }) =>
      expect(traceparent).not.toContain("script"),
    );
    expect(spans()).toHaveLength(1);
  });
});

it("CLI-16 spans go to the collector where an endpoint is set, the last ones at the end", async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(`${request.url} ${body}`);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  try {
    const endpoint = { otlpEndpoint: `http://127.0.0.1:${port}` };
    const tracer = await openTracer(endpoint, "toolkit-api", "instance");
    await tracer.span("request", { parent: BROWSER }, async () => {});
    await tracer.close();
    expect(bodies.join()).toMatch(/^\/v1\/traces /);
    expect(bodies.join()).toContain(TRACE);
    expect(bodies.join()).toContain("toolkit-api");
  } finally {
    collector.close();
  }
  expect(await openTracer({ otlpEndpoint: null }, "toolkit-api", "instance")).toBe(NO_TRACER);
});
