import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";
import { build } from "vite";
import type { PageKind } from "../../core/page.ts";
import type { PageAssets } from "../../core/render.ts";
import type { Bundle, BundleInput } from "./bundle.ts";
import { importServer } from "./bundle.ts";
import { digest } from "./hash.ts";

/** Component of each kind of page, below `runtime/pages/`. */
const PAGE_MODULES: Readonly<Record<PageKind, string>> = {
  tool: "Tool",
  home: "Home",
  pricing: "Pricing",
  voice: "Voice",
  policy: "Policy",
  subscription: "Account",
  history: "Account",
  settings: "Account",
  podcast: "Podcast",
  error: "Error",
  "kitchen-sink": "KitchenSink",
};
const KINDS = Object.keys(PAGE_MODULES) as PageKind[];

type Graph = ReadonlyMap<string, readonly string[]>;

/** Notes which module imports which, by absolute path. */
function graphPlugin(graph: Map<string, readonly string[]>): Plugin {
  return {
    name: "toolkit:graph",
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      graph.set(id, [...importedIds, ...dynamicallyImportedIds]);
    },
  };
}

function reach(graph: Graph, start: string, barred: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || barred.has(id)) return;
    found.add(id);
    for (const next of graph.get(id) ?? []) visit(next);
  };
  visit(start);
  return found;
}

/** Digest of the modules that each kind is rendered by: its own and the shared ones, no other kind's. */
function codeOf(graph: Graph, input: BundleInput, entry: string): Record<PageKind, string> {
  const digests = new Map<string, string>();
  const moduleDigest = (id: string): string => {
    let known = digests.get(id);
    if (known === undefined) {
      const file = id.replace(/\?.*$/, "");
      const content = fs.existsSync(file) ? fs.readFileSync(file) : "";
      known = `${path.relative(input.base, file)} ${digest(content)}`;
      digests.set(id, known);
    }
    return known;
  };
  const pageOf = (kind: PageKind) => path.join(input.runtime, `pages/${PAGE_MODULES[kind]}.tsx`);
  const pages = new Set(KINDS.map(pageOf));
  const shared = reach(graph, entry, pages);
  return Object.fromEntries(
    KINDS.map((kind) => {
      const modules = graph.has(pageOf(kind)) ? reach(graph, pageOf(kind), new Set()) : [];
      return [
        kind,
        digest([...new Set([...shared, ...modules])].map(moduleDigest).sort().join("\n")),
      ];
    }),
  ) as Record<PageKind, string>;
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: string[];
  readonly imports?: string[];
  readonly dynamicImports?: string[];
  readonly assets?: string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

function withImports(manifest: Manifest, start: string, dynamic: boolean): ManifestEntry[] {
  const found = new Map<string, ManifestEntry>();
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || found.has(key)) return;
    found.set(key, entry);
    for (const next of entry.imports ?? []) visit(next);
    if (dynamic) for (const next of entry.dynamicImports ?? []) visit(next);
  };
  visit(start);
  return [...found.values()];
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

function assetsOf(manifest: Manifest, clientKey: string, pageKey: (kind: PageKind) => string) {
  const client = withImports(manifest, clientKey, false);
  const published = new Set<string>();
  for (const entry of withImports(manifest, clientKey, true)) {
    published.add(entry.file);
    for (const file of [...(entry.css ?? []), ...(entry.assets ?? [])]) published.add(file);
  }
  const assets = Object.fromEntries(
    KINDS.map((kind): [PageKind, PageAssets] => {
      const page = withImports(manifest, pageKey(kind), false);
      const styles = unique([...client, ...page].flatMap((entry) => entry.css ?? []));
      for (const entry of page)
        for (const file of [...(entry.css ?? []), ...(entry.assets ?? [])]) published.add(file);
      return [
        kind,
        {
          scripts: client.slice(0, 1).map(({ file }) => `/${file}`),
          styles: styles.map((file) => `/${file}`),
          preloads: client.slice(1).map(({ file }) => `/${file}`),
        },
      ];
    }),
  ) as Record<PageKind, PageAssets>;
  return { assets, published };
}

async function bundle(input: BundleInput): Promise<Bundle> {
  const { runtime, base, folder, development } = input;
  const find = (name: string) =>
    [".tsx", ".ts"]
      .map((end) => path.join(runtime, name + end))
      .find((file) => fs.existsSync(file));
  const serverEntry = find("entry-server")!;
  const clientEntry = find("entry-client");
  const pageFiles = unique(
    KINDS.map((kind) => path.join(runtime, `pages/${PAGE_MODULES[kind]}.tsx`)),
  ).filter((file) => fs.existsSync(file) && (development || !file.endsWith("/KitchenSink.tsx")));
  const shared = {
    root: base,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "silent",
    mode: development ? "development" : "production",
    // Vite leaves it to the server's environment otherwise, and React would bring both its builds.
    define: { "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production") },
    css: {
      modules: {
        // Named by place, not by content: a changed rule leaves the HTML as it was.
        generateScopedName: (name: string, file: string) =>
          `${name}_${digest(path.relative(base, file.replace(/\?.*$/, "")))
            .replace(/\W/g, "")
            .slice(0, 5)}`,
      },
    },
  } as const;
  const graph = new Map<string, readonly string[]>();
  const chunkNames: Rolldown.OutputOptions = {
    entryFileNames: "assets/[name]-[hash].js",
    chunkFileNames: "assets/[name]-[hash].js",
    assetFileNames: "assets/[name]-[hash][extname]",
  };
  await Promise.all([
    build({
      ...shared,
      plugins: [graphPlugin(graph)],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: path.join(folder, "server"),
        emptyOutDir: true,
        minify: false,
        target: "node22",
        rolldownOptions: {
          input: serverEntry,
          output: { entryFileNames: "entry-server.mjs", codeSplitting: false },
        },
      },
    }),
    build({
      ...shared,
      build: {
        outDir: path.join(folder, "client"),
        emptyOutDir: true,
        manifest: "manifest.json",
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        target: "es2022",
        reportCompressedSize: false,
        rolldownOptions: {
          input: [...(clientEntry ? [clientEntry] : []), ...pageFiles],
          output: chunkNames,
        },
      },
    }),
  ]);
  const manifest = JSON.parse(
    fs.readFileSync(path.join(folder, "client/manifest.json"), "utf8"),
  ) as Manifest;
  const keyOf = (file: string) => path.relative(base, file).split(path.sep).join("/");
  const { assets, published } = assetsOf(manifest, clientEntry ? keyOf(clientEntry) : "", (kind) =>
    keyOf(path.join(runtime, `pages/${PAGE_MODULES[kind]}.tsx`)),
  );
  const serverDigest = digest(fs.readFileSync(path.join(folder, "server/entry-server.mjs")));
  const { inlineScripts } = await importServer({ folder, serverDigest });
  return {
    folder,
    assets,
    code: codeOf(graph, input, serverEntry),
    files: Object.fromEntries(
      [...published]
        .sort()
        .map((file) => [file, digest(fs.readFileSync(path.join(folder, "client", file)))]),
    ),
    serverDigest,
    scriptHashes: inlineScripts.map((script) => `sha256-${hash("sha256", script, "base64")}`),
  };
}

process.once("message", (input: BundleInput) => {
  bundle(input)
    .then((result) => process.send!({ bundle: result }))
    .catch((error: unknown) => process.send!({ error: describe(error, input) }))
    .finally(() => process.disconnect());
});

/** The bundler's own words, with paths relative to the site. */
function describe(error: unknown, { base }: BundleInput): string {
  const { message, loc, id } = error as Error & {
    loc?: { file?: string; line: number; column: number };
    id?: string;
  };
  const file = loc?.file ?? id;
  const place = file
    ? `${path.relative(base, file)}${loc ? `:${loc.line}:${loc.column}` : ""}: `
    : "";
  return (place + message).replaceAll(`${base}/`, "");
}
