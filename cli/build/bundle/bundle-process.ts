import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Plugin, type Rolldown, build } from "vite";
import { toPlainError } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";
import type { PageAssets } from "#core/page/render.ts";
import { type Bundle, type BundleInput, importServer } from "./bundle.ts";
import { describeBundleError } from "./bundle-error.ts";
import { OUTPUT_NAMES, browserConfig } from "./browser-config.ts";
import { bundleEmbed } from "./bundle-embed.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { bodyOf, clientChunks } from "./client-chunks.ts";
import { createOverlay } from "../../files/code-layers.ts";
import { digest } from "../../files/hash.ts";
import { watchLateThrows } from "./late-throws.ts";
import { createGraph } from "./module-graph.ts";
import { offlineFilesOf } from "./offline-files.ts";
import { BUNDLED_PAGES, modulesOf, PAGE_MODULES } from "./page-modules.ts";
import { ownFiles } from "./plugins/own-files.ts";
import { sheetsOf } from "./sheets.ts";
import { siteConfig } from "./site-config.ts";
import { namesOfStyle } from "./style-names.ts";
import { STYLES } from "./stylesheets.ts";

const EMBED_SHEET = PAGE_MODULES.embed.toLowerCase();

type Chunk = Rolldown.OutputChunk & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
};

async function buildClient(
  input: BundleInput,
  entry: string | undefined,
  sheets: ReadonlyMap<string, string[]>,
) {
  const overlay = createOverlay(input.layers);
  const config = browserConfig(overlay, input, sheets);
  const result = (await build({
    ...config,
    build: {
      ...config.build,
      emptyOutDir: true,
      rolldownOptions: {
        preserveEntrySignatures: "exports-only",
        input: {
          ...(entry && { client: entry }),
          ...Object.fromEntries([...sheets.keys()].map((name) => [`style-${name}`, STYLES + name])),
        },
        output: {
          ...OUTPUT_NAMES,
          codeSplitting: { groups: clientChunks(createGraph(overlay), overlay, entry) },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((output): output is Chunk => output.type === "chunk");
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const client = bodyOf(
    chunks.find(({ name, isEntry }) => isEntry && name === "client"),
    byFile,
  );
  const styles = new Map<string, string[]>();
  for (const chunk of chunks)
    if (chunk.name.startsWith("style-"))
      styles.set(chunk.name.slice("style-".length), [...(chunk.viteMetadata?.importedCss ?? [])]);
  const needed = new Set<string>([...styles.values()].flat());
  const visit = (file: string): void => {
    const chunk = byFile.get(file);
    if (!chunk || needed.has(file)) return;
    needed.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  if (client) visit(client.fileName);
  const published = result.output
    .filter(
      ({ type, fileName }) =>
        needed.has(fileName) || (type === "asset" && !fileName.endsWith(".css")),
    )
    .map(({ fileName }) => fileName);
  const scripts = client ? [`/${client.fileName}`] : [];
  const preloads = (client?.imports ?? []).map((file) => `/${file}`);
  const fonts = published.filter((file) => file.endsWith(".woff2")).map((file) => `/${file}`);
  const assets = Object.fromEntries(
    BUNDLED_PAGES.map((kind): [PageKind, PageAssets] => {
      const own = PAGE_MODULES[kind].toLowerCase();
      const files = [...(styles.get("shared") ?? []), ...(styles.get(own) ?? [])];
      return [kind, { scripts, preloads, fonts, styles: files.map((file) => `/${file}`) }];
    }),
  ) as Record<PageKind, PageAssets>;
  const offline = offlineFilesOf({
    chunks: chunks
      .filter(({ fileName }) => needed.has(fileName))
      .map((chunk) => ({ ...chunk, styles: [...(chunk.viteMetadata?.importedCss ?? [])] })),
    assets: new Map(
      result.output
        .filter((output): output is Rolldown.OutputAsset => output.type === "asset")
        .map(({ fileName, source }) => [
          fileName,
          {
            size: Buffer.byteLength(source),
            code: fileName.endsWith(".js") ? Buffer.from(source).toString() : "",
          },
        ]),
    ),
    starts: [
      ...(client ? [client.fileName] : []),
      // Frames of other sites load with the page around them.
      ...[...styles].flatMap(([name, files]) => (name === EMBED_SHEET ? [] : files)),
    ],
    inRuntime: overlay.inRuntime,
  });
  return { assets, published, offline };
}

/**
 * Records the site's own modules in a bundle, without packages, and the modules that are only
 * referenced.
 */
function listModules() {
  const files = new Set<string>();
  const quoted = new Set<string>();
  const plugin: Plugin = {
    name: "toolkit:list-modules",
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const file = id.replace(/\?.*$/s, "");
        if (path.isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file) && fs.existsSync(file))
          (/^[^?]*\?.*\b(url|raw|inline)\b/s.test(id) ? quoted : files).add(path.normalize(file));
      }
    },
  };
  return { plugin, quoted, files: () => [...files, ...quoted] };
}

async function bundle(input: BundleInput): Promise<Bundle> {
  const { layers, folder, development, embeds } = input;
  const overlay = createOverlay(layers);
  const serverEntry = overlay.entry("entry-server.tsx", "entry-server.ts");
  if (!serverEntry) throw new Error("runtime/entry-server.tsx is missing");
  const clientEntry = overlay.entry("entry-client.tsx", "entry-client.ts");
  const shared = siteConfig(overlay, development);
  const graph = createGraph(overlay);
  const modules = modulesOf(graph, overlay, serverEntry);
  const loaded = listModules();
  const isShown = (kind: PageKind): boolean =>
    kind === "kitchen-sink" ? development : kind !== "embed" || embeds;
  const sheets = sheetsOf(graph, modules, clientEntry, BUNDLED_PAGES.filter(isShown));
  const [{ assets, published, offline }] = await Promise.all([
    buildClient(input, clientEntry, sheets),
    build({
      ...shared,
      plugins: [ownFiles(overlay), loaded.plugin],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: path.join(folder, "server"),
        emptyOutDir: true,
        minify: false,
        // Written next to the script without a reference in it; read when a page throws.
        sourcemap: "hidden",
        target: "node22",
        rolldownOptions: {
          input: serverEntry,
          output: { entryFileNames: "entry-server.mjs", codeSplitting: false },
        },
      },
    }),
  ]);
  const frame = embeds ? await bundleEmbed(overlay, input, sheets) : null;
  if (frame) {
    const { scripts, preloads } = frame;
    assets.embed = { ...assets.embed, scripts, preloads };
    published.push(...frame.published.filter((file) => !published.includes(file)));
  }
  published.push(
    ...(await bundleWorker(
      { ...shared, plugins: [ownFiles(overlay)] },
      overlay,
      path.join(folder, "client"),
    )),
  );
  const serverDigest = digest(fs.readFileSync(path.join(folder, "server/entry-server.mjs")));
  const { inlineScripts } = await importServer({ folder, serverDigest });
  // Static analysis cannot find modules that the server's code globs, so they count for every page.
  const read = new Set(BUNDLED_PAGES.flatMap((kind) => [...modules.ofKind(kind)]));
  const unread = loaded.files().filter((file) => !read.has(file) && !modules.shared.has(file));
  const code = (kind: PageKind): string =>
    digest(
      [
        input.packages,
        ...[...new Set([...modules.shared, ...modules.ofKind(kind), ...unread])]
          .map((file) =>
            file.endsWith(".css") && !loaded.quoted.has(file)
              ? `${overlay.nameOf(file)} ${namesOfStyle(file)}`
              : graph.digestOf(file),
          )
          .sort(),
      ].join("\n"),
    );
  return {
    folder,
    assets,
    code: Object.fromEntries(BUNDLED_PAGES.map((kind) => [kind, code(kind)])) as Record<
      PageKind,
      string
    >,
    files: Object.fromEntries(
      published
        .sort()
        .map((file) => [file, digest(fs.readFileSync(path.join(folder, "client", file)))]),
    ),
    offline,
    serverDigest,
    scriptHashes: inlineScripts.map((script) => `sha256-${hash("sha256", script, "base64")}`),
  };
}

// The parent build has ended, so the bundle is no longer needed.
process.once("disconnect", () => process.exit());
process.once("message", (input: BundleInput) => {
  // The build that renders with this code reports errors thrown in timers. Here, an error thrown
  // while
  // the answer is written would end the process before the answer is complete.
  watchLateThrows({ folder: input.folder, root: input.folder }, () => undefined);
  // Exiting before a long message is flushed would truncate it.
  const answer = (message: object): void => void process.send!(message, () => process.disconnect());
  bundle(input).then(
    (result) => answer({ bundle: result }),
    (error: unknown) => answer({ error: toPlainError(describeBundleError(error, input.layers)) }),
  );
});
