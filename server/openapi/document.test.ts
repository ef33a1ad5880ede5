import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openApi } from "#core/api/service/open-api.ts";
import { API_ERRORS } from "#core/api/contract/errors.ts";
import { RAW_ROUTES, ROUTES } from "../app.ts";
import { episodePageRoutes } from "../podcasts/episode-page.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { RAW_OPERATIONS } from "./raw-operations.ts";
import { type ApiDocument, createResponseCheck } from "../testing/check-responses.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-openapi-"));
let server: TestServer;
let text: string;
let type: string | null;
let document: ApiDocument & {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
};
beforeAll(async () => {
  server = await createTestServer({
    url: null,
    file: path.join(folder, "toolkit.sqlite"),
    connections: 1,
  });
  const answer = await server.app.request(openApi.path);
  type = answer.headers.get("content-type");
  text = await answer.text();
  document = JSON.parse(text) as typeof document;
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

const operations = () =>
  Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      place: `${method.toUpperCase()} ${at}`,
      ...operation,
    })),
  );

it("API-17 the document is OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(
    JSON.parse(text) as Record<string, unknown>,
  );
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

it("API-17 everything that the document refers to is in it", () => {
  const refs = new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, ref]) => ref!));
  expect(refs.size).toBeGreaterThan(20);
  for (const ref of refs) {
    const [root, kind, group, name] = ref.split("/");
    expect([root, kind, group]).toEqual(["#", "components", expect.any(String)]);
    expect(document.components[group!], ref).toHaveProperty([name!]);
  }
});

it("API-17 every route of the app is in the document, and no other", () => {
  // Pages of the site are not calls of the API.
  const pages = episodePageRoutes(server.deps.site).map(({ call }) => call.path);
  const routed = server.app.routes
    .filter(({ method, path: at }) => method !== "ALL" && !pages.includes(at))
    .map(({ method, path: at }) => `${method} ${at.replaceAll(/:(\w+)/g, "{$1}")}`);
  // Hono has no routes of its own for HEAD.
  const documented = operations().map(({ place }) => place.replace(/^HEAD /, "GET "));
  expect([...new Set(documented)].sort()).toEqual([...new Set(routed)].sort());
  expect(Object.keys(RAW_OPERATIONS)).toHaveLength(RAW_ROUTES.length + 1);
});

it("API-17 every operation has a name of its own, and words", () => {
  const all = operations() as unknown as { operationId: string; summary: string }[];
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  expect(all.filter(({ summary }) => !/^\p{Lu}.*\.$/su.test(summary))).toEqual([]);
});

it("API-17 fields with a unit say which, and nothing is explained that is not there", () => {
  const fields = new Map<string, (string | undefined)[]>();
  const context = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { properties } = part as { properties?: Record<string, { description?: string }> };
    for (const [name, { description }] of Object.entries(properties ?? {}))
      fields.set(name, [...(fields.get(name) ?? []), description]);
    Object.values(part).forEach(context);
  };
  context(document.paths);
  context(document.components["schemas"]);
  for (const [name, words] of Object.entries(FIELD_WORDS)) {
    expect([...fields.keys()]).toContain(name);
    expect(new Set(fields.get(name)), name).toEqual(new Set([words]));
  }
  const timed = [...fields.keys()].filter((name) => /_(at|time|after)$/.test(name));
  expect(timed.length).toBeGreaterThan(4);
  expect(Object.keys(FIELD_WORDS)).toEqual(expect.arrayContaining(timed));
});

it("API-17 calls that require a session declare it, and calls that move money require a key", () => {
  for (const { call } of ROUTES) {
    const operation = document.paths[call.path]![call.method.toLowerCase()] as unknown as {
      security: object[];
      parameters: { $ref?: string }[];
    };
    expect(operation.security, call.path).toEqual(
      call.signedIn ? [{ token: [] }] : call.operator ? [{ operator: [] }] : [],
    );
    const refs = operation.parameters.map(({ $ref }) => $ref);
    expect(refs.includes("#/components/parameters/IdempotencyKey")).toBe(call.idempotent === true);
    expect(refs.includes("#/components/parameters/HostedKey")).toBe(call.idempotent === "call");
  }
});

it("API-17 every error of the catalogue is described, and comes with its status", () => {
  const statuses = new Map<string, Set<string>>();
  for (const { responses } of operations())
    for (const [status, answer] of Object.entries(responses))
      for (const [, key] of JSON.stringify(answer).matchAll(/schemas\/([a-z_]+)"/g))
        statuses.set(key!, (statuses.get(key!) ?? new Set()).add(status));
  for (const [key, { status, code }] of Object.entries(API_ERRORS)) {
    expect(document.components["schemas"]).toHaveProperty(`${key}.properties.code.const`, code);
    // The error for an unsupported method, which no operation lists.
    if (key !== "method_not_allowed") expect([...(statuses.get(key) ?? [])]).toContain(`${status}`);
  }
});

it("API-17 the document says where the API is, and how its cookie is called", async () => {
  expect(type).toBe("application/json; charset=utf-8");
  expect(document.info.title).toBe("Fermata");
  expect(document.servers).toEqual([{ url: "https://api.example" }]);
  expect(document.components["parameters"]).toHaveProperty("Xsrf.name", "X-XSRF-TOKEN");
});

it("API-17 an answer that is not as the document says is noticed", async () => {
  const { check } = createResponseCheck(document);
  const at = "/audio/api/user/credits/balance";
  const answer = (data: unknown, init: ResponseInit = {}) =>
    Response.json(
      { code: 100_000, message: "Operation successful", data },
      { headers: { "X-Request-Id": "1" }, ...init },
    );
  const balance = { free_credits: 1, buy_credits: 2 };
  await check("GET", at, answer(balance));
  await expect(check("GET", at, answer(balance, { status: 201 }))).rejects.toThrow("201");
  await expect(check("GET", at, answer(balance, { headers: {} }))).rejects.toThrow("X-Request");
  await expect(check("GET", at, answer({ ...balance, more: 1 }))).rejects.toThrow("additional");
  await expect(check("GET", at, answer({ free_credits: 1 }))).rejects.toThrow("buy_credits");
  await expect(check("GET", at, answer(balance, { status: 401 }))).rejects.toThrow("key");
});
