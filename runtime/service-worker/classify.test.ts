import { describe, expect, it } from "vitest";
import { keyOf, requestKind } from "./classify.ts";

const ORIGIN = "https://s.example";
const kind = (path: string, over: object = {}): string | null =>
  requestKind(
    {
      method: "GET",
      url: new URL(path, ORIGIN).href,
      mode: "cors",
      cache: "default",
      headers: new Headers(),
      ...over,
    },
    ORIGIN,
  );

describe("the service worker answers", () => {
  it.each([
    ["/", "document"],
    ["/audio-trimmer?utm_source=x", "document"],
    ["/ar/audio-trimmer/", "document"],
    ["/assets/client-BzaQwbm_.js", "asset"],
    ["/assets/dsp-12345678.wasm", "asset"],
    ["/speech/espeak-ng-0.3.5-aqo8mN9k/worker.js", "program"],
    ["/speech/japanese-1.0.4/tid.dat", "program"],
    ["/_payload.json?_b=1", "payload"],
    ["/ar/audio-trimmer/_payload.json", "payload"],
    ["/locales/pt-br/pages.json", "file"],
    ["/app/de.json", "file"],
    ["/languages.json", "file"],
    ["/favicon.svg", "file"],
    ["/icon-maskable-512.png", "file"],
    ["/manifest.webmanifest", "file"],
    ["/de/manifest.webmanifest", "file"],
    ["/offline.html", "file"],
    ["/samples/denoise-after.mp3", "sample"],
    ["/builds/latest.json?1", "latest"],
    ["/builds/meta/DD_E-rTkcF1G0mzo.json", "meta"],
  ])("PWA %s as a %s", (path, expected) => {
    expect(kind(path)).toBe(expected);
  });
});

describe("the service worker leaves alone", () => {
  it.each([
    "/audio/api/user/info",
    "/audio/api/v1/download/stream?ticket=1",
    "/igweb/api/user/add-pay-record",
    "/logstores/events/track",
    "/resources/x",
    "/healthz",
    "/metrics",
    "/sitemap.xml",
    "/audio-trimmer/_image.png",
    "/models/a.onnx",
    "/speech/espeak-ng.js",
    "/speech/../secret.txt",
    "/assets/../secret.txt",
    "https://other.example/",
    "http://s.example/",
  ])("PWA %s", (path) => {
    expect(kind(path)).toBeNull();
    expect(kind(path, { mode: "navigate" })).toBeNull();
  });

  it("PWA what changes something, parts of files other than samples, and what must not reach the network", () => {
    expect(kind("/", { method: "POST" })).toBeNull();
    expect(kind("/", { method: "HEAD" })).toBeNull();
    const headers = new Headers({ range: "bytes=0-1" });
    expect(kind("/favicon.svg", { headers })).toBeNull();
    expect(kind("/samples/denoise-after.mp3", { headers })).toBe("sample");
    // The application stores models itself, so the worker does not cache them a second time.
    expect(kind("/models/tiny/net.onnx")).toBe(null);
    expect(kind("/models/tiny/tokenizer.json")).toBe(null);
    expect(kind("/", { cache: "only-if-cached" })).toBeNull();
    expect(kind("/", { cache: "only-if-cached", mode: "same-origin" })).toBe("document");
  });
});

it("PWA a response is cached by its path alone", () => {
  const keys = ["/x", "/x/", "/x?a=1", "/x/?b#c"].map((path) => keyOf(ORIGIN + path));
  expect(new Set(keys)).toEqual(new Set(["https://s.example/x"]));
  expect(keyOf(`${ORIGIN}/?token=1`)).toBe("https://s.example/");
});
