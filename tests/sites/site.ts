import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type BuildOptions, type BuildReport, buildSite } from "#cli/build/build.ts";
import { type Thresholds, THRESHOLDS } from "#cli/build/shared/thresholds.ts";
import { type TestConfig, configOf, contentOf } from "./content.ts";
import { type Tree, readTree } from "./tree.ts";
import { isLong } from "../left-out.ts";

/** Milliseconds for a test whose sample grows then. */
export const TIMEOUT = isLong ? 1_800_000 : 600_000;

export const HOME = path.resolve(import.meta.dirname, "../..");
const FIXTURE = path.join(HOME, "tests/fixtures/sites/basic/runtime");
/** Below the project, where React is found, and as deep as the fixture, so that its imports hold. */
const SCRATCH = path.join(HOME, ".toolkit/tests/sites");

const made: string[] = [];
/** Removes what `makeFolder` has made. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
}

/** A fresh folder that goes away when the tests of the file are done. */
export function makeFolder(name = "site", parent = os.tmpdir()): string {
  fs.mkdirSync(parent, { recursive: true });
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, `${name}-`)));
  made.push(folder);
  return folder;
}

/** A copy of the fixture's runtime that a test may edit. */
export function copyRuntime(name = "runtime"): string {
  const folder = path.join(makeFolder(name, SCRATCH), "runtime");
  fs.cpSync(FIXTURE, folder, { recursive: true });
  return folder;
}

/** A copy of the program, in a folder of another name and depth. */
export function copyProgram(): string {
  const home = path.join(makeFolder("another place"), "program");
  const parts = [
    "bin",
    "cli",
    "core",
    "audio",
    "programs",
    "runtime",
    "locales",
    "models",
    "tests/fixtures",
  ];
  const files = [
    "package.json",
    "package-lock.json",
    "tsconfig.base.json",
    "THIRD_PARTY_NOTICES.md",
  ];
  for (const part of [...parts, ...files])
    fs.cpSync(path.join(HOME, part), path.join(home, part), {
      recursive: true,
      filter: (file) => !/\/\.tsc$|\.test\.tsx?$/.test(file),
    });
  // The bundler reads the nearest one, and all that it refers to: rooms that are not copied.
  const tests = JSON.parse(fs.readFileSync(path.join(HOME, "tests/tsconfig.json"), "utf8"));
  fs.writeFileSync(
    path.join(home, "tests/tsconfig.json"),
    JSON.stringify({ ...tests, references: [] }),
  );
  fs.symlinkSync(fs.realpathSync(path.join(HOME, "node_modules")), path.join(home, "node_modules"));
  return home;
}

export interface SiteOptions {
  readonly locales?: readonly string[];
  /** Files instead of the usual content. */
  readonly files?: Readonly<Record<string, string>>;
  /** Gets a runtime of its own, for tests that edit components. */
  readonly editable?: boolean;
  /** Name of the folder in which the site lies. */
  readonly folder?: string;
  /** Folder for it, instead of one that goes away by itself. */
  readonly parent?: string;
  /** How it is always built. */
  readonly build?: Partial<BuildOptions>;
}

/** So low that the smallest site is above all of them. */
export const LOW: Thresholds = {
  largePages: 1,
  worthAThread: 1,
  pagesATask: 1,
  filesATask: 1,
  maxCachedBytes: 0,
  maxFlushed: 0,
  urlsASitemap: 2,
  toolsASearchFile: 1,
  toolsASearchPart: 1,
};
/** How a site is built on either side of every threshold; `makeSite` takes it. */
export const SIDES = [
  { side: "below", build: {} },
  { side: "above", build: { thresholds: LOW, threads: 2 } },
] as const satisfies readonly { side: string; build: Partial<BuildOptions> }[];

/** Writes a small site to a fresh folder. */
export function makeSite(options: SiteOptions = {}): TestSite {
  const { locales = ["en", "de", "fr"], files = contentOf(locales), editable = false } = options;
  const root = path.join(options.parent ?? makeFolder(), options.folder ?? "site");
  fs.mkdirSync(root);
  const runtime = editable ? copyRuntime() : FIXTURE;
  fs.symlinkSync(runtime, path.join(root, "runtime"));
  const site = new TestSite(root, runtime, configOf(locales), options.build);
  site.configure(() => {});
  for (const [file, text] of Object.entries(files)) site.write(file, text);
  return site;
}

export class TestSite {
  readonly root: string;
  /** Real folder of its components. */
  readonly runtime: string;
  readonly config: TestConfig;
  readonly options: Partial<BuildOptions>;

  constructor(
    root: string,
    runtime: string,
    config: TestConfig,
    options: Partial<BuildOptions> = {},
  ) {
    this.root = root;
    this.options = options;
    this.runtime = runtime;
    this.config = config;
  }
  get out(): string {
    return path.join(this.root, "dist");
  }
  get work(): string {
    return path.join(this.root, ".toolkit");
  }
  /** Bundles of the fixture are shared by all sites, those of a copy by the sites that use it. */
  get bundles(): string {
    const runtime = fs.realpathSync(this.path("runtime"));
    return path.join(runtime === FIXTURE ? SCRATCH : path.dirname(runtime), "bundles");
  }
  path(file: string): string {
    return path.join(this.root, file);
  }
  read(file: string): string {
    return fs.readFileSync(this.path(file), "utf8");
  }
  has(file: string): boolean {
    return fs.existsSync(this.path(file));
  }
  write(file: string, text: string | Uint8Array): void {
    fs.mkdirSync(path.dirname(this.path(file)), { recursive: true });
    fs.writeFileSync(this.path(file), text);
  }
  /** Replaces a text that must be there. */
  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    this.write(file, text.replaceAll(from, to));
  }
  remove(file: string): void {
    fs.rmSync(this.path(file), { recursive: true });
  }
  configure(change: (config: TestConfig) => void): void {
    change(this.config);
    this.write("toolkit.config.ts", `export default ${JSON.stringify(this.config, null, 1)};\n`);
  }
  /** Builds in this process. */
  build(options: Partial<BuildOptions> = {}): Promise<BuildReport> {
    return buildSite({
      root: this.root,
      home: HOME,
      out: this.out,
      sync: false,
      threads: 1,
      ...this.options,
      ...options,
      bundleCache: options.bundleCache ?? this.bundles,
    });
  }
  /** Every published file: path → digest. */
  tree(): Tree {
    return readTree(this.out);
  }
  /**
   * The same input in another folder, never built, and below all thresholds but those that are seen in
   * the result: how many files the sitemaps and the search data are.
   */
  copy(folder = "copy"): TestSite {
    const root = path.join(makeFolder(), folder);
    fs.mkdirSync(root, { recursive: true });
    for (const name of ["content", "locales", "public", "toolkit.config.ts"])
      if (fs.existsSync(this.path(name)))
        fs.cpSync(this.path(name), path.join(root, name), { recursive: true });
    if (this.has("runtime"))
      fs.symlinkSync(fs.realpathSync(this.path("runtime")), path.join(root, "runtime"));
    const { urlsASitemap, toolsASearchFile, toolsASearchPart } = {
      ...THRESHOLDS,
      ...this.options.thresholds,
    };
    const build = { thresholds: { urlsASitemap, toolsASearchFile, toolsASearchPart } };
    return new TestSite(root, this.runtime, structuredClone(this.config), build);
  }
  /** What a build from nothing makes of the same input. */
  async cold(): Promise<Tree> {
    const copy = this.copy();
    await copy.build();
    const tree = copy.tree();
    fs.rmSync(copy.root, { recursive: true });
    return tree;
  }
}

const KNOWN = {
  "": /^(content|locales|public|runtime|toolkit\.config\.ts|dist|\.toolkit)$/,
  ".toolkit": /^(cache|trees)$/,
  ".toolkit/trees": /^(?!work-)/,
  ".toolkit/cache": /^(bundle|state\.json|part-[a-z-]+-[\w-]{16}\.json)$/,
  ".toolkit/cache/bundle": /^[\w-]{16}$/,
} as const;

/** Files and folders of a site that are not needed after a build. */
export function litterOf(site: TestSite): string[] {
  const list = (folder: string): string[] =>
    fs.existsSync(site.path(folder)) ? fs.readdirSync(site.path(folder)).sort() : [];
  const found = Object.entries(KNOWN).flatMap(([folder, known]) =>
    list(folder)
      .filter((name) => !known.test(name))
      .map((name) => path.join(folder, name)),
  );
  const parts = list(".toolkit/cache").filter((name) => name.startsWith("part-"));
  if (parts.length > site.config.locales.length) found.push(...parts);
  const trees = list(".toolkit/trees");
  // From nothing a large site gets two, and the one before may have readers.
  if (trees.length > (site.options.thresholds ? 3 : 2)) found.push(...trees);
  return found;
}
