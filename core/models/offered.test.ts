import { describe, expect, it } from "vitest";
import { type LockedModel, lockState } from "./lock.ts";
import { type Model, registrySchema } from "./models.ts";
import { type OfferSettings, coversOrigin, offeredModels, offerOf } from "./offered.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const hub = { kind: "hub", repo: "owner/net", revision: "main" } as const;
const npm = {
  kind: "npm",
  package: "net",
  version: "1.0.0",
  integrity: `sha512-${"A".repeat(86)}==`,
} as const;
const file = { role: "graph", path: "a/a.onnx", from: "onnx/a b.onnx" };
const model = (change: Partial<Model> = {}): Model => ({
  id: "a",
  name: "A",
  task: "denoise",
  tier: "studio",
  source: hub,
  files: [file],
  licence: { id: "MIT", use: "any", url: "https://a.example/LICENSE" },
  page: "https://a.example/",
  languages: [],
  signature: { input: "sound", output: "speech", source: "https://a.example/" },
  form: {
    kind: "spectral-stream",
    sampleRate: 16_000,
    frame: 512,
    input: "mix",
    output: "enh",
    states: {},
  },
  quality: [],
  unknown: [],
  ...change,
});
const locked = (change: Partial<LockedModel> = {}): LockedModel => ({
  source: { ...hub, commit: COMMIT },
  files: [{ ...file, bytes: 9, sha256: "0".repeat(64) }],
  ...change,
});
const settings: OfferSettings = { baseUrl: "", hub: "https://hub.example/", accept: [] };
const urls = (base: string, one = model(), lock = locked()) =>
  offeredModels([one], { version: 1, models: { a: lock } }, { ...settings, baseUrl: base }).map(
    ({ files }) => files.map(({ url }) => url),
  );

describe("what visitors are offered", () => {
  it("CLI-13 a locked model, from its exact commit or from the site's own place", () => {
    expect(urls("")).toEqual([[`https://hub.example/owner/net/resolve/${COMMIT}/onnx/a%20b.onnx`]]);
    expect(urls("/models/")).toEqual([["/models/a/a.onnx"]]);
    expect(urls("https://m.example/x")).toEqual([["https://m.example/x/a/a.onnx"]]);
  });

  it("CLI-13 one from an npm package only from a host that has it as files", () => {
    const lock = locked({ source: npm });
    expect(offerOf(model({ source: npm }), lock, settings).reason).toBe("no-address");
    expect(urls("/models", model({ source: npm }), lock)).toEqual([["/models/a/a.onnx"]]);
  });

  it("CLI-13 one from a folder of the web from there", () => {
    const source = { kind: "url", base: "https://w.example/v1/" } as const;
    expect(urls("", model({ source }), locked({ source }))).toEqual([
      ["https://w.example/v1/onnx/a%20b.onnx"],
    ]);
  });

  it.each([
    ["unlocked", model(), undefined],
    ["stale", model({ source: { ...hub, revision: "v2" } }), locked()],
    ["stale", model({ files: [{ ...file, from: "b.onnx" }] }), locked()],
    ["stale", model({ source: npm }), locked()],
    ["no-form", model({ form: undefined }), locked()],
    ["no-form", model({ files: [{ ...file, role: "x" }] }), locked()],
  ])("TLS-8 what is %s is not offered", (reason, one, lock) => {
    const files = one.files.map((own, at) => ({ ...locked().files[at]!, role: own.role }));
    const known = lock && { ...lock, files };
    expect(offerOf(one, known, settings)).toEqual({ model: null, reason });
  });

  it("TLS-8 what browsers may not read from there is offered from a host of one's own alone", () => {
    const source = { kind: "url", base: "https://w.example/v1/", direct: false } as const;
    const one = model({ source });
    expect(offerOf(one, locked({ source }), settings).reason).toBe("no-address");
    const own = { ...settings, baseUrl: "/models" };
    expect(offerOf(one, locked({ source }), own).reason).toBe(null);
  });

  it("TLS-5 one that the built-in engine surpasses is offered only if the operator names it", () => {
    const one = model({ surpassed: { source: "https://a.example/" } });
    expect(offerOf(one, locked(), settings).reason).toBe("surpassed");
    expect(offerOf(one, locked(), { ...settings, accept: ["a"] }).reason).toBe(null);
  });

  it("TLS-8 a licence that is not for every use wants the operator's word, by name", () => {
    const one = model({
      licence: { id: "LicenseRef-x", use: "personal-research", url: "https://a.example/" },
    });
    expect(offerOf(one, locked(), settings).reason).toBe("not-accepted");
    expect(offerOf(one, locked(), { ...settings, accept: ["b"] }).reason).toBe("not-accepted");
    expect(offerOf(one, locked(), { ...settings, accept: ["a"] }).model?.licence).toEqual(
      one.licence,
    );
  });

  it("TLS-8 the built-in engine is not a studio model", () => {
    const built = model({ tier: "built-in", source: { kind: "program" } });
    expect(urls("", built)).toEqual([]);
  });

  it("TLS-8 its size is that of all its files", () => {
    const two = { ...file, role: "other", path: "a/b.onnx" };
    const lock = locked({
      files: [...locked().files, { ...two, bytes: 5, sha256: "1".repeat(64) }],
    });
    expect(offerOf(model({ files: [file, two] }), lock, settings).model?.bytes).toBe(14);
  });
});

it.each([
  ["https://a.cdn.example", true],
  ["https://b.a.cdn.example", true],
  ["https://cdn.example", false],
  ["https://evilcdn.example", false],
  ["http://a.cdn.example", false],
  ["https://hub.example", true],
  ["https://hub.example:8443", false],
])("CLI-13 of %s a policy that names *.cdn.example and hub.example says %s", (origin, covered) => {
  expect(coversOrigin(["https://*.cdn.example", "https://hub.example"], origin)).toBe(covered);
});

it("CLI-13 a lock is stale where the registry asks for something else", () => {
  expect(lockState(model(), locked())).toBe("locked");
  expect(lockState(model(), undefined)).toBe("unlocked");
  expect(lockState(model({ source: { ...hub, repo: "o/other" } }), locked())).toBe("stale");
});

describe("the registry's form", () => {
  const faults = (...models: readonly unknown[]) =>
    registrySchema.safeParse({ models }).error?.issues.map(({ message }) => message) ?? [];
  const digest = { sha256: "0".repeat(64), bytes: 9 };
  it.each([
    ["a checksum that belongs into the lock", { files: [{ ...file, ...digest }] }],
    ["what ships without its checksum", { tier: "built-in", source: { kind: "program" } }],
  ])("CLI-13 refuses %s", (_, change) => {
    expect(faults({ ...model(), ...change })).toEqual([
      "sha256 and bytes for what is built in; others have them in models/lock.json",
    ]);
  });

  it("CLI-13 refuses paths that leave their folder, and ids and roles that are there twice", () => {
    for (const path of ["../a", "a/../../b", "/a", "a/./b"])
      expect(faults(model({ files: [{ ...file, path }] }))).toEqual([
        "a path such as dtln/dtln.f16",
      ]);
    expect(faults(model({ files: [file, { ...file, path: "b" }] }))).toEqual([
      "roles and paths that differ",
    ]);
    expect(faults(model(), model())).toEqual(["ids that differ"]);
    expect(faults(model())).toEqual([]);
  });
});
