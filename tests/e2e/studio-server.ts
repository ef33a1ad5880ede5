import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { build } from "vite";
import { packedFiles } from "#cli/build/bundle/plugins/packed-files.ts";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import type { ModelHost } from "#runtime/audio/models/model-host.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";
import type { openStudioVoice as OpenStudioVoice } from "#runtime/audio/speech/open-studio-voice.ts";
import type {
  languagePairOf as LanguagePairOf,
  openTranslator as OpenTranslator,
} from "#runtime/audio/translation/open-translator.ts";
import type { ModelStore } from "#runtime/audio/worker/models/model-store.ts";
import { withPage } from "./browser.ts";
import { madeOnce } from "./made-once.ts";

const ROOT = path.join(import.meta.dirname, "../..");
/** Where the real models stay from run to run: no repository holds them. */
const CACHE =
  process.env["TOOLKIT_MODELS"] ?? path.join(os.homedir(), ".cache/toolkit-test-models");
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Options of a Chromium whose graphics card is played by the processor. */
export const SOFTWARE_CARD = [
  "--enable-unsafe-webgpu",
  "--enable-unsafe-swiftshader",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
];

/** What the page of this server has. */
export interface StudioPage {
  readonly host: ModelHost;
  readonly engine: Engine;
  readonly store: ModelStore;
  readonly openStudioVoice: typeof OpenStudioVoice;
  readonly openTranslator: typeof OpenTranslator;
  readonly languagePairOf: typeof LanguagePairOf;
}

/** Brings a real model, once. @throws where there is none: without it the test would prove nothing */
export function pullModel(id: string): void {
  const program = path.join(ROOT, "bin/toolkit.mjs");
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, "models", "pull", id, "-o", CACHE, "--root", ROOT],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${id} cannot be pulled: ${stderr.trim()}`);
}

/** A real model, as the site offers it. */
export function realModel(id: string) {
  const form = loadRegistry(ROOT, ROOT).find((model) => model.id === id)!.form!;
  const files = loadLock(ROOT, ROOT).models[id]!.files.map((file) => ({
    role: file.role,
    url: `/models/${file.path}`,
    sha256: file.sha256,
    bytes: file.bytes,
  }));
  return { id, form, files, memory: 1e9 };
}

/** Bundles the script of the page, which is the same for all nets. */
function bundleHost(outDir: string): Promise<unknown> {
  const input = path.join(ROOT, "tests/e2e/hooks/studio-host.ts");
  return build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    worker: { format: "es", plugins: () => [packedFiles()] },
    build: {
      outDir,
      emptyOutDir: true,
      rollupOptions: { input, output: { entryFileNames: "host.js" } },
    },
  });
}

/**
 * Serves a page with the document's model host and store, and nets of the test.
 * @param nets by name, at `/<name>.onnx`
 * @param workerStart script that workers run before their own, as a broken driver would make them
 */
export async function serveStudio(nets: Readonly<Record<string, Buffer>>, workerStart = "") {
  const folder = await madeOnce("studio", bundleHost);
  const server = createServer(({ url }, response) => {
    const name = path.join(folder, new URL(url!, "http://a").pathname);
    const net = nets[path.basename(name, ".onnx")];
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("cross-origin-embedder-policy", "require-corp");
    response.setHeader("content-type", TYPES[path.extname(name)] ?? "text/html");
    if (net) response.end(net);
    else if (url!.startsWith("/models/"))
      fs.createReadStream(path.join(CACHE, url!.slice("/models/".length))).pipe(response);
    else if (url === "/") response.end("<script type=module src=/host.js></script>");
    else {
      if (/\/worker-[^/]*\.js$/.test(name)) response.write(workerStart);
      fs.createReadStream(name)
        .on("error", () => response.end())
        .pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    folder,
    /** Gives a page of it on which the host is ready. */
    open: <T>(use: (page: Page) => Promise<T>): Promise<T> =>
      withPage({ baseURL }, async (page) => {
        await page.goto("/");
        await page.waitForFunction(() => "host" in globalThis);
        return use(page);
      }),
    close: (): void => void server.close(),
  };
}
