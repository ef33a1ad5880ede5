import path from "node:path";
import { expect, it } from "vitest";
import { type ScriptChunk, offlineFilesOf } from "./offline-files.ts";

const chunk = (name: string, over: Partial<ScriptChunk> = {}): ScriptChunk => ({
  fileName: `assets/${name}-12345678.js`,
  code: "",
  facadeModuleId: null,
  moduleIds: [],
  imports: [],
  dynamicImports: [],
  styles: [],
  ...over,
});
const file = (name: string): string => `assets/${name}-12345678.js`;
const panel = (name: string, module: string, over: Partial<ScriptChunk> = {}): ScriptChunk =>
  chunk(name, { facadeModuleId: `/r/panels/${module}`, ...over });

const CHUNKS = [
  chunk("client", { imports: [file("base")], dynamicImports: [file("start")] }),
  chunk("base"),
  chunk("start", {
    dynamicImports: [file("Panel"), file("Other"), file("job"), file("de"), file("report")],
    styles: ["assets/start-12345678.css"],
    // As the bundler writes it, the styles of a panel are named where the panel is loaded.
    code: 'const deps = ["assets/Panel-12345678.css"]; new URL("/assets/clock-abcdefgh.wasm", "")',
  }),
  panel("Panel", "editor/Panel.tsx", {
    imports: [file("base"), file("dsp")],
    styles: ["assets/Panel-12345678.css"],
  }),
  panel("job", "editor/job.ts", {
    imports: [file("dsp")],
    code: 'new Worker("/assets/worker-ABCD_-12.js")',
  }),
  panel("de", "editor/messages/de.json"),
  // The file analysis of the home page shares code with the tools, which is not cached for visitors
  // who only browse.
  chunk("report", {
    facadeModuleId: "/r/home-file/show-report.tsx",
    imports: [file("dsp")],
    code: 'new Worker("/assets/worker-ABCD_-12.js")',
  }),
  panel("Other", "tts/Panel.tsx", { imports: [file("dsp")] }),
  chunk("dsp", { code: '"/assets/huge-12345678.wasm"' }),
  chunk("unused"),
];
const asset = (name: string, size = 100, code = "") => [`assets/${name}`, { size, code }] as const;
const ASSETS = new Map([
  asset("Panel-12345678.css"),
  asset("start-12345678.css"),
  asset("style-home-12345678.css"),
  asset("clock-abcdefgh.wasm"),
  asset("worker-ABCD_-12.js", 100, 'import(`./effect-12345678.js`); "/assets/net-abcdefgh.f16"'),
  asset("effect-12345678.js", 100, 'import "./worker-ABCD_-12.js"'),
  asset("net-abcdefgh.f16", 2_000_000),
  asset("huge-12345678.wasm", 9_000_000),
]);
const result = offlineFilesOf({
  chunks: CHUNKS,
  assets: ASSETS,
  starts: [file("client"), "assets/style-home-12345678.css"],
  inRuntime: (file) => path.relative("/r", file),
});

it("PWA what all pages share is what the client reaches, without the panels", () => {
  expect(result.shared).toEqual(
    [
      file("client"),
      file("base"),
      file("start"),
      "assets/start-12345678.css",
      "assets/clock-abcdefgh.wasm",
      "assets/style-home-12345678.css",
    ]
      .map((name) => `/${name}`)
      .sort(),
  );
});

it("PWA a panel has its own files, those of its work, and what it shares with other panels", () => {
  expect(result.panels["editor"]).toEqual(
    [
      file("Panel"),
      file("job"),
      file("dsp"),
      "assets/Panel-12345678.css",
      "assets/worker-ABCD_-12.js",
      "assets/effect-12345678.js",
      "assets/net-abcdefgh.f16",
    ]
      .map((name) => `/${name}`)
      .sort(),
  );
  expect(result.panels["tts"]).toEqual([`/${file("Other")}`, `/${file("dsp")}`].sort());
});

it("LOC-5 panel messages are split by language, so that one is cached instead of fourteen", () => {
  expect(result.panels["editor/de"]).toEqual([`/${file("de")}`]);
  expect(Object.keys(result.panels)).toEqual(["editor", "editor/de", "tts"]);
});

it("PWA large files are not fetched before they are used", () => {
  expect(JSON.stringify(result)).not.toContain("huge");
});

it.each<[string, Partial<ScriptChunk>]>([
  ["the kit", { facadeModuleId: "/r/panel-kit/save/convert.ts" }],
  ["the engine", { moduleIds: ["/r/audio/time.ts", "/r/audio/shared-engine.ts"] }],
])("PWA what the workspace loads for panels alone comes with the panels: %s", (_, over) => {
  const { shared, panels } = offlineFilesOf({
    chunks: [
      chunk("client", { dynamicImports: [file("save"), file("Panel")] }),
      chunk("save", { dynamicImports: [file("convert")] }),
      chunk("convert", { code: 'new Worker("/assets/worker-ABCD_-12.js")', ...over }),
      panel("Panel", "editor/Panel.tsx", { imports: [file("save")] }),
    ],
    assets: ASSETS,
    starts: [file("client")],
    inRuntime: (file) => path.relative("/r", file),
  });
  expect(shared).toEqual([`/${file("client")}`, `/${file("save")}`]);
  expect(panels["editor"]).toContain(`/${file("convert")}`);
  expect(panels["editor"]).toContain("/assets/worker-ABCD_-12.js");
});

it("PWA what all pages import statically is shared, whichever folder it is from", () => {
  const { shared } = offlineFilesOf({
    chunks: [
      chunk("client", { imports: [file("time")] }),
      chunk("time", { moduleIds: ["/r/audio/shared-engine.ts"] }),
    ],
    assets: ASSETS,
    starts: [file("client")],
    inRuntime: (file) => path.relative("/r", file),
  });
  expect(shared).toContain(`/${file("time")}`);
});

it("PWA what calls hosted models, which need a connection, is not cached for use without one", () => {
  const { shared } = offlineFilesOf({
    chunks: [
      chunk("client", { dynamicImports: [file("open-hosted"), file("create-save")] }),
      chunk("open-hosted", { facadeModuleId: "/r/shell/workspace/open-hosted.ts" }),
      chunk("create-save", { facadeModuleId: "/r/shell/workspace/create-save.ts" }),
    ],
    assets: new Map(),
    starts: [file("client")],
    inRuntime: (module) => module.replace("/r/", ""),
  });
  expect(shared).toEqual([`/${file("client")}`, `/${file("create-save")}`]);
});
