import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKSUMS } from "#audio/nets/checksums.ts";
import { type FakeHub, createFakeHub, sha256Of } from "#tests/fake-hub/fake-hub.ts";
import { type FakeNpm, createFakeNpm } from "#tests/fake-hub/fake-npm.ts";
import { tgzOf } from "#tests/fake-hub/tgz.ts";
import { lockState } from "#core/models/lock.ts";
import modelsCommand from "../commands/models.ts";
import { loadLock, loadRegistry } from "./registry.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const NET = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251));
const TOKENS = Buffer.from('{"a":1}');
const PACKED = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => (at * at) % 241));
const INSIDE = `dist/${"deep/".repeat(24)}net.onnx`;
const TARBALL = tgzOf({ "package/README.md": Buffer.from("#"), [`package/${INSIDE}`]: PACKED });

let root: string;
let hub: FakeHub;
let npm: FakeNpm;
const at = (...parts: readonly string[]): string => path.join(root, ...parts);
const lock = () => JSON.parse(readFileSync(at("models/lock.json"), "utf8"));

const form = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: {},
};
const entry = (id: string, change: object) => ({
  id,
  name: id,
  task: "denoise",
  tier: "studio",
  form,
  quality: [],
  licence: { id: "MIT", use: "any", url: "https://e.example/" },
  page: "https://e.example/",
  signature: { input: "sound", output: "speech", source: "https://e.example/" },
  ...change,
});
const ENTRIES = () => [
  entry("huge", {
    source: { kind: "hub", repo: "owner/net" },
    files: [
      { role: "graph", path: "huge/a.onnx", from: "onnx/a.onnx" },
      { role: "tokens", path: "huge/tokens.json", from: "tokens.json" },
    ],
  }),
  entry("packed", {
    source: {
      kind: "npm",
      package: "@o/packed",
      version: "1.2.3",
      integrity: npm.integrity["@o/packed@1.2.3"],
    },
    files: [{ role: "graph", path: "packed/net.onnx", from: INSIDE }],
  }),
  entry("closed", {
    licence: { id: "LicenseRef-x", use: "personal-research", url: "https://e.example/" },
    source: { kind: "hub", repo: "owner/net" },
    files: [{ role: "graph", path: "closed/a.onnx", from: "onnx/a.onnx" }],
    unknown: ["its tensors"],
  }),
];

function writeSite(models: object = {}, entries: readonly object[] = ENTRIES()): void {
  mkdirSync(at("models"), { recursive: true });
  writeFileSync(at("models/registry.json"), JSON.stringify({ models: entries }));
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  const config = { site, models: { hub: hub.url, storage: [hub.storage], ...models } };
  writeFileSync(at("toolkit.config.ts"), `export default ${JSON.stringify(config)};`);
}

async function run(...argv: readonly string[]) {
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    npm_config_registry: npm.url,
    npm_config_cache: at(".npm"),
    npm_config_fetch_retries: "0",
  };
  const { code, out, err } = await runToolkit(root, ["models", ...argv, "--root", root], env);
  return { exitCode: code, out, log: err };
}
/** Code and exit code of a run, in a line. */
const outcome = async (...argv: readonly string[]): Promise<string> => {
  const { exitCode, log } = await run(...argv);
  return `${exitCode} ${/\[(\w+)\]/.exec(log)?.[1] ?? ""}`.trim();
};

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "models-"));
  hub = await createFakeHub({
    "owner/net": {
      commit: COMMIT,
      files: {
        "onnx/a.onnx": { bytes: NET, large: true },
        "tokens.json": { bytes: TOKENS, large: false },
      },
    },
  });
  npm = await createFakeNpm({ "@o/packed@1.2.3": TARBALL });
  writeSite();
});
afterEach(async () => {
  await hub.close();
  await npm.close();
  rmSync(root, { recursive: true });
});

describe("toolkit models lock", () => {
  it("CLI-13 writes commit, size and checksum of each file; a large one is not downloaded for it", async () => {
    expect(await outcome("lock")).toBe("0");
    expect(lock()).toEqual({
      version: 1,
      models: {
        huge: {
          source: { kind: "hub", repo: "owner/net", revision: "main", commit: COMMIT },
          files: [
            {
              role: "graph",
              path: "huge/a.onnx",
              from: "onnx/a.onnx",
              bytes: NET.length,
              sha256: sha256Of(NET),
            },
            {
              role: "tokens",
              path: "huge/tokens.json",
              from: "tokens.json",
              bytes: TOKENS.length,
              sha256: sha256Of(TOKENS),
            },
          ],
        },
        packed: {
          source: ENTRIES()[1]!["source" as never],
          files: [
            {
              role: "graph",
              path: "packed/net.onnx",
              from: INSIDE,
              bytes: PACKED.length,
              sha256: sha256Of(PACKED),
            },
          ],
        },
      },
    });
    expect(hub.requests.map(({ server, method }) => `${server} ${method}`)).toEqual([
      "hub HEAD",
      "hub HEAD",
      "hub GET",
    ]);
    // The second file is asked for at the commit of the first.
    expect(hub.requests[1]!.path).toBe(`/owner/net/resolve/${COMMIT}/tokens.json`);
  });

  it("CLI-13 is the same text for the same models, in whatever order they were locked", async () => {
    await run("lock");
    const all = readFileSync(at("models/lock.json"), "utf8");
    rmSync(at("models/lock.json"));
    await run("lock", "packed");
    expect(Object.keys(lock().models)).toEqual(["packed"]);
    await run("lock", "huge");
    expect(readFileSync(at("models/lock.json"), "utf8")).toBe(all);
    expect(JSON.parse((await run("lock", "--json")).out)).toEqual({
      ok: true,
      models: [
        { id: "huge", state: "same" },
        { id: "packed", state: "same" },
      ],
      problems: [],
    });
  });

  it("CLI-13 follows a branch that has moved on, and a repository to its new name", async () => {
    await run("lock", "huge");
    hub.repos["owner/net"]!.commit = "f".repeat(40);
    hub.repos["owner/old"] = { commit: COMMIT, files: {}, movedTo: "owner/net" };
    const [huge] = ENTRIES();
    writeSite({}, [{ ...huge, source: { kind: "hub", repo: "owner/old" } }]);
    expect((await run("lock")).log).toContain("huge: changed");
    expect(lock().models.huge.source.commit).toBe("f".repeat(40));
  });

  it("CLI-13 says where browsers could not follow the hub to its storage", async () => {
    writeSite({ storage: ["https://*.hf.co"] });
    const { exitCode, log } = await run("lock", "huge");
    expect(exitCode).toBe(0);
    expect(log).toContain("MODEL_STORAGE");
    expect(log).toContain(hub.storage);
  });

  it("CLI-13 takes what it can, and says of all others what is wrong", async () => {
    const [huge, packed, closed] = ENTRIES() as [object, object, object];
    hub.repos["o/gated"] = { commit: COMMIT, files: {}, gated: true };
    const change = (one: object, id: string, source: object, from = "onnx/a.onnx") => ({
      ...one,
      id,
      source,
      files: [{ role: "graph", path: `${id}/a`, from }],
    });
    writeSite({}, [
      change(huge, "gated", { kind: "hub", repo: "o/gated" }),
      change(huge, "nowhere", { kind: "hub", repo: "o/nowhere" }),
      change(huge, "no-file", { kind: "hub", repo: "owner/net" }, "b.onnx"),
      change(huge, "no-branch", { kind: "hub", repo: "owner/net", revision: "v9" }),
      change(packed, "no-package", { ...(packed as { source: object }).source, package: "none" }),
      change(packed, "no-inside", (packed as { source: object }).source, "other.onnx"),
      change(packed, "no-version", {
        ...(packed as { source: object }).source,
        version: "9.0.0",
      }),
      change(packed, "other-bytes", {
        ...(packed as { source: object }).source,
        integrity: `sha512-${"A".repeat(86)}==`,
      }),
      huge,
      closed,
    ]);
    const { exitCode, out } = await run("lock", "--json");
    const { models, problems } = JSON.parse(out);
    expect(exitCode).toBe(1);
    expect(models).toEqual([{ id: "huge", state: "locked" }]);
    expect(problems.map(({ code }: { code: string }) => code)).toEqual([
      "MODEL_GATED",
      "MODEL_MISSING",
      "MODEL_MISSING",
      "MODEL_MISSING",
      "MODEL_MISSING",
      "MODEL_MISSING",
      "MODEL_MISSING",
      "MODEL_DAMAGED",
    ]);
    expect(Object.keys(lock().models)).toEqual(["huge"]);
    expect(await outcome("lock", "closed")).toBe("1 MODEL_NOT_READY");
  });

  it("CLI-13 waits as long as a busy hub says, and gives up where it would be long", async () => {
    hub.busy.push(0, 0);
    expect(await outcome("lock", "huge")).toBe("0");
    hub.busy.push(3600);
    const { log } = await run("lock", "huge");
    expect(log).toContain("MODEL_RATE_LIMIT");
    expect(log).toContain("3600 s");
  });

  it("CLI-13 says that there is no network, no hub, no npm", async () => {
    writeSite({ hub: "http://127.0.0.1:1" });
    expect(await outcome("lock", "huge")).toBe("1 MODEL_UNREACHABLE");
    writeSite({ hub: npm.url });
    expect(await outcome("lock", "huge")).toBe("1 MODEL_MISSING");
    writeSite();
    npm.refuses = 403;
    expect(await outcome("lock", "packed")).toBe("1 MODEL_GATED");
    expect(existsSync(at("models/lock.json"))).toBe(false);
  });
});

describe("toolkit models pull", () => {
  const net = (): string => at("out/huge/a.onnx");

  it("CLI-13 brings what is locked, checks it, and does not bring it again", async () => {
    await run("lock");
    hub.requests.length = 0;
    const { exitCode, out } = await run("pull", "--out", "out", "--json");
    const state = (all: string) => [
      { file: "huge/a.onnx", state: all },
      { file: "huge/tokens.json", state: all },
      { file: "packed/net.onnx", state: all },
    ];
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      { ok: true, folder: at("out"), files: state("pulled"), problems: [] },
    ]);
    expect(readFileSync(net())).toEqual(NET);
    expect(readFileSync(at("out/packed/net.onnx"))).toEqual(PACKED);
    const before = [hub.requests.length, npm.requests.length];
    expect(JSON.parse((await run("pull", "--out", "out", "--json")).out).files).toEqual(
      state("kept"),
    );
    expect([hub.requests.length, npm.requests.length]).toEqual(before);
    expect(readdirSync(at("out")).sort()).toEqual(["huge", "packed"]);
  });

  it("CLI-13 goes on in the same run where the line is cut, after the last byte that came", async () => {
    await run("lock", "huge");
    const written = async (bytes: number): Promise<void> =>
      expect.poll(() => statSync(`${net()}.part`, { throwIfNoEntry: false })?.size).toBe(bytes);
    hub.cuts.push(
      { after: 100_000, when: () => written(100_000) },
      { after: 50_000, when: () => written(150_000) },
    );
    hub.requests.length = 0;
    expect(await outcome("pull", "huge", "--out", "out")).toBe("0");
    expect(readFileSync(net())).toEqual(NET);
    const parts = hub.requests.filter(({ server }) => server === "storage");
    const mark = `"${sha256Of(NET)}"`;
    expect(parts.map(({ ifRange }) => ifRange)).toEqual([undefined, mark, mark]);
    expect(parts.map(({ range }) => range)).toEqual([undefined, "bytes=100000-", "bytes=150000-"]);
    expect(readdirSync(at("out/huge")).sort()).toEqual(["a.onnx", "tokens.json"]);
  });

  it("CLI-13 goes on in a later run, and begins anew where the file is another one now", async () => {
    await run("lock", "huge");
    mkdirSync(at("out/huge"), { recursive: true });
    writeFileSync(`${net()}.part`, NET.subarray(0, 1000));
    hub.requests.length = 0;
    expect(await outcome("pull", "huge", "--out", "out")).toBe("0");
    expect(hub.requests[0]!.range).toBe("bytes=1000-");
    rmSync(net());
    writeFileSync(`${net()}.part`, NET.subarray(0, 1000));
    writeFileSync(`${net()}.part.etag`, '"another"');
    expect(await outcome("pull", "huge", "--out", "out")).toBe("0");
    rmSync(net());
    writeFileSync(`${net()}.part`, Buffer.concat([NET, NET]));
    expect(await outcome("pull", "huge", "--out", "out")).toBe("0");
    expect(readFileSync(net())).toEqual(NET);
  });

  it("CLI-13 goes on with a package where the line was cut, in the same run and in the next", async () => {
    await run("lock", "packed");
    rmSync(at(".npm"), { recursive: true, force: true });
    const partOf = (): string | undefined => {
      const place = readdirSync(at("out")).find((name) => name.startsWith(".npm-"));
      return place && at("out", place, "package.tgz.part");
    };
    mkdirSync(at("out"));
    const written = async (bytes: number): Promise<void> =>
      expect
        .poll(() => statSync(partOf() ?? at("none"), { throwIfNoEntry: false })?.size)
        .toBe(bytes);
    npm.ranges.length = 0;
    // The third time nothing comes, and the run gives up.
    npm.cuts.push(
      { after: 100, when: () => written(100) },
      { after: 50, when: () => written(150) },
      { after: 0, when: () => written(150) },
    );
    expect(await outcome("pull", "packed", "--out", "out")).toBe("1 MODEL_UNREACHABLE");
    expect(npm.ranges).toEqual([null, "bytes=100-", "bytes=150-"]);
    expect(readFileSync(partOf()!)).toEqual(TARBALL.subarray(0, 150));
    expect(await outcome("pull", "packed", "--out", "out")).toBe("0");
    expect(npm.ranges.at(-1)).toBe("bytes=150-");
    expect(readFileSync(at("out/packed/net.onnx"))).toEqual(PACKED);
    expect(readdirSync(at("out"))).toEqual(["packed"]);
  });

  it("CLI-13 leaves a package to npm whose tarball is closed to others", async () => {
    await run("lock", "packed");
    npm.ranges.length = 0;
    npm.closedToOthers = true;
    rmSync(at(".npm"), { recursive: true, force: true });
    expect(await outcome("pull", "packed", "--out", "out")).toBe("0");
    expect(readFileSync(at("out/packed/net.onnx"))).toEqual(PACKED);
    // Refused, and then sent to npm.
    expect(npm.ranges.length).toBe(1);
  });

  it("CLI-13 refuses other bytes, and leaves what is there", async () => {
    await run("lock");
    mkdirSync(at("out/huge"), { recursive: true });
    writeFileSync(net(), "an earlier one");
    hub.altered = Buffer.from(NET.map((byte) => byte ^ 1));
    const { exitCode, log } = await run("pull", "huge", "--out", "out");
    expect([exitCode, log.includes(sha256Of(NET))]).toEqual([1, true]);
    expect(log).toContain("MODEL_DAMAGED");
    expect(readFileSync(net(), "utf8")).toBe("an earlier one");
    expect(readdirSync(at("out/huge"))).toEqual(["a.onnx"]);
    npm.altered = tgzOf({ [`package/${INSIDE}`]: Buffer.from("other") });
    rmSync(at(".npm"), { recursive: true, force: true });
    expect(await outcome("pull", "packed", "--out", "out")).toBe("1 MODEL_DAMAGED");
    expect(existsSync(at("out/packed/net.onnx"))).toBe(false);
  });

  it("CLI-13 wants a lock of what the registry asks for", async () => {
    expect(await outcome("pull", "huge", "--out", "out")).toBe("1 MODEL_UNCHECKED");
    await run("lock", "huge");
    const [huge] = ENTRIES();
    writeSite({}, [{ ...huge, source: { kind: "hub", repo: "owner/other" } }]);
    expect(await outcome("pull", "huge", "--out", "out")).toBe("1 MODEL_STALE");
    expect(hub.requests.filter(({ server }) => server === "storage")).toEqual([]);
  });

  it("CLI-13 TLS-8 brings weights that are not for every use by their name alone, and says so", async () => {
    const [, , closed] = ENTRIES();
    writeSite({}, [{ ...closed, unknown: [] }]);
    await run("lock");
    expect(JSON.parse((await run("pull", "--out", "out", "--json")).out).files).toEqual([]);
    const { log } = await run("pull", "closed", "--out", "out");
    expect(log).toContain("LicenseRef-x, for personal-research use only; see https://e.example/");
    writeSite({ accept: ["closed"] }, [{ ...closed, unknown: [] }]);
    expect(JSON.parse((await run("pull", "--out", "out", "--json")).out).files).toEqual([
      { file: "closed/a.onnx", state: "kept" },
    ]);
  });

  it("CLI-13 puts files where the site publishes them, and nowhere else", async () => {
    writeSite({ baseUrl: "/nets" });
    await run("lock", "packed");
    const listed = async () => (await run("list")).out;
    expect(await listed()).toContain("locked\tno: not pulled\t");
    await run("pull");
    expect(readFileSync(at("public/nets/packed/net.onnx"))).toEqual(PACKED);
    expect(await listed()).toContain("packed\tdenoise\t0.1 MB\tMIT\tlocked\tyes\tyes\n");
  });

  it("CLI-10 reports problems of a call, a registry and a lock", async () => {
    expect((await run("pull", "hug")).log).toContain('"huge"');
    writeFileSync(at("models/lock.json"), '{"version":2,"models":{}}');
    expect(await outcome("list")).toBe("1 MODEL_LOCK");
    rmSync(at("models/lock.json"));
    writeSite({}, [entry("a", { source: { kind: "hub", repo: "../x" }, files: [] })]);
    expect((await run("list")).log).toContain("models.0.source.repo");
  });
});

it("CLI-13 verify reports missing and altered files", async () => {
  await run("lock");
  await run("pull", "--out", "out");
  expect(await outcome("verify", "--out", "out")).toBe("0");
  rmSync(at("out/huge/tokens.json"));
  writeFileSync(
    at("out/packed/net.onnx"),
    PACKED.map((byte) => byte ^ 1),
  );
  const { exitCode, out } = await run("verify", "--out", "out", "--json");
  const { files, problems } = JSON.parse(out);
  expect(exitCode).toBe(1);
  expect(files.map(({ state }: { state: string }) => state)).toEqual(["ok", "missing", "damaged"]);
  expect(problems.map(({ code }: { code: string }) => code)).toEqual([
    "MODEL_ABSENT",
    "MODEL_ALTERED",
  ]);
});

describe("toolkit models verify --report", () => {
  const reported = async (): Promise<{ code: number; models: Record<string, unknown>[] }> => {
    const { exitCode, out } = await run("verify", "huge", "--out", "out", "--report", "--json");
    return { code: exitCode, models: JSON.parse(out).models };
  };
  const expected = { bytes: NET.length, sha256: sha256Of(NET) };

  it("CLI-13 hashes stored files again, and shows what is locked and what was found", async () => {
    await run("lock", "huge");
    await run("pull", "huge", "--out", "out");
    writeFileSync(at("out/huge/tokens.json"), '{"a":2}');
    const { code, models } = await reported();
    expect(code).toBe(1);
    expect(models).toEqual([
      {
        id: "huge",
        source: { kind: "hub", repo: "owner/net", revision: "main", commit: COMMIT },
        files: [
          { file: "huge/a.onnx", state: "ok", expected, found: expected },
          {
            file: "huge/tokens.json",
            state: "damaged",
            expected: { bytes: TOKENS.length, sha256: sha256Of(TOKENS) },
            found: { bytes: 7, sha256: sha256Of(Buffer.from('{"a":2}')) },
          },
        ],
        refused: [],
      },
    ]);
    const { out } = await run("verify", "huge", "--out", "out", "--report");
    expect(out.split("\n")[0]).toBe(
      `huge\thuge/a.onnx\tok\t${expected.sha256}\t${expected.sha256}`,
    );
  });

  it("CLI-13 shows what the last pull found where it refused the bytes, until one succeeds", async () => {
    await run("lock", "huge");
    const other = Buffer.from(NET.map((byte) => byte ^ 1));
    hub.altered = other;
    await run("pull", "huge", "--out", "out");
    const [huge] = (await reported()).models;
    expect(huge).toMatchObject({
      files: [
        { state: "missing", found: null },
        { state: "missing", found: null },
      ],
      refused: [{ expected: expected.sha256, found: sha256Of(other) }],
    });
    expect((await run("verify", "huge", "--out", "out", "--report")).out).toContain(
      `refused\t${expected.sha256}\t${sha256Of(other)}\n`,
    );
    hub.altered = null;
    await run("pull", "huge", "--out", "out");
    expect((await reported()).models).toMatchObject([{ refused: [] }]);
  });

  it("CLI-13 looks into the store of the site's server, which fetches what is missing", async () => {
    writeSite({ baseUrl: "/nets", pullThrough: true });
    await run("lock", "huge");
    mkdirSync(at(".toolkit/models/huge"), { recursive: true });
    writeFileSync(at(".toolkit/models/huge/a.onnx"), NET);
    const { exitCode, log } = await run("verify", "huge");
    expect({ exitCode, log }).toEqual({
      exitCode: 0,
      log: "huge/a.onnx: ok\nhuge/tokens.json: missing\n",
    });
    writeFileSync(at(".toolkit/models/huge/a.onnx"), "other");
    expect(await outcome("verify", "huge")).toBe("1 MODEL_ALTERED");
  });
});

describe("the registry", () => {
  it("CLI-13 is listed: size, license, lock, and why a model is not offered", async () => {
    await run("lock");
    expect((await run("list")).out).toBe(
      [
        "huge\tdenoise\t0.3 MB\tMIT\tlocked\tyes\tyes",
        "packed\tdenoise\t0.1 MB\tMIT\tlocked\tno: pull it, and set models.baseUrl\tyes",
        "closed\tdenoise\t?\tLicenseRef-x (personal-research)\tunlocked\tno: facts are missing\tno",
        "",
      ].join("\n"),
    );
  });

  it("CLI-13 --json and the table of the program's own models agree on what is offered", async () => {
    cpSync(path.join(HOME, "models/registry.json"), at("models/registry.json"));
    const rows = (await run("list")).out.trimEnd().split("\n");
    const table = rows.map((row) => row.split("\t")[5] === "yes");
    const { models } = JSON.parse((await run("list", "--json")).out) as {
      readonly models: readonly { readonly offered: boolean; readonly tier: string }[];
    };
    expect(models.map(({ offered }) => offered)).toEqual(table);
    const builtIn = models.filter(({ tier }) => tier === "built-in");
    expect(builtIn.map(({ offered }) => offered)).toEqual(builtIn.map(() => true));
    expect(builtIn.length).toBeGreaterThan(0);
    expect(table).toContain(false);
  });

  it("CLI-13 the help of list names the columns of its table", async () => {
    const [row] = (await run("list")).out.split("\n") as [string];
    const list = modelsCommand.commands.find(({ name }) => name === "list")!;
    const columns = (list as { readonly notes?: string }).notes!.split(":\n")[1]!.split(", ");
    expect(columns).toHaveLength(row.split("\t").length);
  });

  it("CLI-13 the program's own lock is of what its registry asks for", () => {
    const { models } = loadLock(HOME, HOME);
    const pairs = Object.keys(models).filter((id) => id.startsWith("bergamot-"));
    // English with each of the other languages of the site, both ways; Chinese is one.
    expect(pairs.length).toBe(24);
    // What is missing has no published checksums, or more than one published layout.
    const studio = loadRegistry(HOME, HOME).filter(({ tier }) => tier === "studio");
    const states = studio.map((model) => [model.id, lockState(model, models[model.id])] as const);
    expect(states.filter(([, state]) => state === "stale")).toEqual([]);
    expect(states.filter(([, state]) => state === "unlocked")).toEqual([
      ["uvr-mdx-karaoke", "unlocked"],
      ["spleeter-2", "unlocked"],
      ["spleeter-4", "unlocked"],
      ["piper-id-news", "unlocked"],
    ]);
    expect(Object.keys(models).length).toBe(studio.length - 4);
    expect(models["htdemucs"]!.files.map(({ sha256, bytes }) => [sha256, bytes])).toEqual([
      ["da9e5101ee0804d04933974b59d8aae9c862e80e14f2f24e7c74cae76bdbe748", 174_263_526],
    ]);
    expect(models["moonshine-tiny-en"]!.files.map(({ bytes }) => bytes)).toEqual([
      7_937_661, 20_243_286, 2_290_808,
    ]);
  });

  it("TLS-5 has each file that ships, with its checksum and size", () => {
    const folder = path.join(HOME, "audio/nets/weights");
    const shipped = loadRegistry(HOME, HOME).filter(({ tier }) => tier === "built-in");
    const sums = shipped.flatMap(({ files }) =>
      files.map(({ path: name, sha256: hash }) => [path.basename(name), hash]),
    );
    // What the browser compares with, and what is there.
    expect(Object.fromEntries(sums)).toEqual(CHECKSUMS);
    const there = readdirSync(folder).filter((name) => !name.endsWith(".md"));
    expect(there.sort()).toEqual(Object.keys(CHECKSUMS).sort());
    for (const { files } of shipped)
      for (const { path: name, sha256: hash, bytes } of files) {
        const content = readFileSync(path.join(folder, path.basename(name)));
        expect([name, sha256Of(content), content.length]).toEqual([name, hash, bytes]);
      }
  });
});
