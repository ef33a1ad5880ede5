import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createOtelTracer } from "./otel-tracer.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const BROWSER = `00-${TRACE}-b7ad6b7169203331-01`;
const KEY = "canary-of-the-key";

function inMemory(service: string) {
  const exporter = new InMemorySpanExporter();
  return {
    tracer: createOtelTracer(service, "instance", new SimpleSpanProcessor({ exporter })),
    spans: () => exporter.getFinishedSpans(),
  };
}

describeOnDatabases("traces of hosted calls", ({ fresh }) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  it("CLI-16 TLS-8 one trace leads from the browser to the runs in other processes, each linked to the one before", async () => {
    const database = await fresh();
    const api = inMemory("toolkit-api");
    const first = inMemory("toolkit-api");
    const second = inMemory("toolkit-api");
    const open = async (
      { tracer }: typeof api,
      complete: () => Promise<unknown>,
      start?: number,
    ) => {
      const chat = { languages: [], complete };
      const server = await createTestServer(database, {
        tracer,
        hosted: { transcription: null, chat, speech: null },
        ...(start !== undefined && { start }),
      });
      servers.push(server);
      return server;
    };
    const server = await open(api, () => Promise.reject(new Error("It runs elsewhere")));
    // It takes requests, and runs no calls.
    await server.deps.hostedCalls.close(0);
    const { token, userId } = await server.addUser();
    await server.call(claimDaily, {}, { token });
    const request = { tool: "cleaner", seconds: 60 };
    const { usage_id } = (await server.call(reserve, request, { token })).data;
    const response = await server.app.request(`http://api.example${translateHosted.path}`, {
      method: "POST",
      headers: {
        authorization: token,
        "content-type": "application/json",
        "idempotency-key": KEY,
        prefer: PREFER_ASYNC,
        traceparent: BROWSER,
      },
      body: JSON.stringify({ usage_id, from: "en", to: "de", texts: ["canary of the text"] }),
    });
    expect(response.status).toBe(202);

    const start = server.deps.clock();
    const busy = await open(first, () => Promise.reject(new HostedError("busy")), start);
    busy.deps.hostedCalls.wake();
    await expect.poll(() => first.spans().some(({ name }) => name === "hosted call")).toBe(true);
    await busy.deps.hostedCalls.close();
    const able = await open(
      second,
      async () => ({ translations: [{ id: 0, text: "canary of the answer" }] }),
      start + 60_000,
    );
    able.deps.hostedCalls.wake();
    await expect.poll(() => second.spans().some(({ name }) => name === "hosted call")).toBe(true);

    const runOf = ({ spans }: typeof api) => spans().find(({ name }) => name === "hosted call")!;
    const [one, two] = [runOf(first), runOf(second)];
    const requested = api
      .spans()
      .find(({ parentSpanContext }) => parentSpanContext?.traceId === TRACE)!;
    expect(requested.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
    for (const run of [one, two]) {
      expect(run.spanContext().traceId).toBe(TRACE);
      expect(api.spans().map((span) => span.spanContext().spanId)).toContain(
        run.parentSpanContext?.spanId,
      );
    }
    expect([one.links, two.links[0]!.context.spanId]).toEqual([[], one.spanContext().spanId]);
    expect(two.attributes).toEqual({ "hosted.kind": "translate", "hosted.run": 2 });
    const modelSpans = [first, second].map(({ spans }) =>
      spans().find(({ name }) => name === "call model"),
    );
    expect(modelSpans.map((span) => span?.spanContext().traceId)).toEqual([TRACE, TRACE]);

    const all = [...api.spans(), ...first.spans(), ...second.spans()];
    const written = JSON.stringify(
      all.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    for (const secret of [userId, token, usage_id, "canary"]) expect(written).not.toContain(secret);
  });
});
