import fc from "fast-check";
import { expect, it } from "vitest";
import { mayOperate } from "./may-operate.ts";

interface Case {
  readonly url?: string;
  readonly peer?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly isForPublic?: boolean;
}
const asks = (
  {
    url = "http://localhost:8787/metrics",
    peer = "127.0.0.1",
    headers = {},
    isForPublic = false,
  }: Case,
  token: string | null = null,
) =>
  mayOperate(
    { request: new Request(url, { headers }), peer, deps: { settings: { isForPublic } } },
    token,
  );

it("API-17 CLI-14 without a token a program on the developer's machine operates the server", () => {
  for (const url of [
    "http://localhost:8787/",
    "http://127.0.0.1/",
    "http://[::1]:1/",
    "http://a.localhost/",
  ])
    for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect(asks({ url, peer })).toBe(true);
});

it("API-17 CLI-14 without a token, a public server has no operator", () => {
  expect(asks({ isForPublic: true })).toBe(false);
});

it.each([
  ["the server's public name", { url: "https://api.example.com/metrics" }],
  ["a name that was made to lead here", { url: "http://evil.example:8787/metrics" }],
  ["a name that looks local", { url: "http://localhost.evil.example/metrics" }],
  ["an address of the local network", { url: "http://192.168.1.2:8787/metrics" }],
  ["another machine", { peer: "192.0.2.1" }],
  ["nobody knows where", { peer: "" }],
])("API-17 CLI-14 without a token the server is not operated from %s", (_, from) => {
  expect(asks(from)).toBe(false);
});

it("API-17 CLI-14 headers of an ordinary program do not look like those of a proxy", () => {
  const headers = {
    accept: "*/*",
    "user-agent": "curl/8.5.0",
    "x-request-id": "1",
    origin: "http://localhost:8787",
    "sec-fetch-site": "same-origin",
    "cache-control": "no-cache",
  };
  expect(asks({ headers })).toBe(true);
});

it("API-17 CLI-14 without a token the server is not operated through a proxy", () => {
  const header = fc.constantFrom(
    ..."Forwarded Via X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded X-Real-IP X-Scheme X-Original-Forwarded-For X-Original-Host CF-Connecting-IP CF-Ray CF-Visitor CDN-Loop True-Client-IP X-Client-IP Client-IP X-Cluster-Client-IP Fastly-Client-IP X-Envoy-External-Address".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(header, fc.constantFrom("192.0.2.7", "127.0.0.1", "", "for=x"), (name, value) => {
      expect(asks({ headers: { [name]: value } })).toBe(false);
    }),
  );
});

it("API-17 CLI-14 with a token, all requests need it", () => {
  const authorization = "Bearer 0123456789abcdef";
  const from = { url: "https://api.example.com/", peer: "192.0.2.1", isForPublic: true };
  expect(asks({ ...from, headers: { authorization } }, authorization)).toBe(true);
  expect(
    asks({ ...from, headers: { authorization: "Bearer 0123456789abcdeg" } }, authorization),
  ).toBe(false);
  expect(asks({}, authorization)).toBe(false);
});
