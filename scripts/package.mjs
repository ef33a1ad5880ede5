// Writes the program as its package ships it to `packed/`. Node strips no types below `node_modules`, so
// modules that it runs lose them here; those that a site's bundle is made of stay as they are, too.
import fs from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Folders of the program that Node runs. */
const RUN = ["core", "audio", "server", "cli"];
/** What bundles are made of, and what ids and keys of builds are digests of (`program.ts`, `bundle.ts`). */
const SOURCES = /^(core|audio|runtime)\/|^cli\/(build|files|dev)\//;
/** Modules of `runtime/` that Node runs, too. */
const MANIFEST = /^runtime\/panels\/[\w-]+\/panel\.ts$/;
const COPIED = ["runtime", "locales", "models", "programs", "templates"];
const FILES = [
  "LICENSE",
  "THIRD_PARTY_NOTICES.md",
  "package-lock.json",
  "tsconfig.base.json",
  "bin/end-with-parent.mjs",
  "bin/run-node.mjs",
  "bin/toolkit.mjs",
];
/** Tests, what only they load, and what other tools leave. */
const LEFT_OUT =
  /\.test\.tsx?$|(^|\/)(\.[^/]+|testing|test-[\w-]+\.ts|[\w-]+-child\.ts|[\w.]+\.tsbuildinfo)(\/|$)/;

const filesBelow = (folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
    )
    .filter((file) => !LEFT_OUT.test(file));

/** Nodes of a syntax tree, each before those in it. */
function* nodesIn(node) {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (node && typeof node === "object") {
    if (typeof node.type === "string") yield node;
    for (const value of Object.values(node)) yield* nodesIn(value);
  }
}

/** The text that names another module: of an import, an export, or `new URL("…", import.meta.url)`. */
function nameOf({ type, source, callee, arguments: given }) {
  if (/^(Import|Export(Named|All))(Declaration|Expression)$/.test(type)) return source;
  return type === "NewExpression" && callee.name === "URL" ? given[0] : undefined;
}

/**
 * A module as Node runs it: the same lines without their types, and with the names that modules have here.
 * @param {string} source
 * @param {string} file
 */
export function toJavaScript(source, file) {
  const code = module.stripTypeScriptTypes(source);
  const { program, errors } = parseSync(file.replace(/\.ts$/, ".js"), code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  let text = code;
  const names = [...nodesIn(program)].map(nameOf).filter((name) => name?.type === "Literal");
  for (const { value, end } of names.toSorted((a, b) => b.end - a.end))
    if (/^[^:]+\.ts$/.test(value)) text = `${text.slice(0, end - 3)}js${text.slice(end - 1)}`;
  return text.replace(/(?<![^\S\n])[^\S\n]+$/gm, "");
}

/** Writes the program to a folder that is empty or not there. */
export function writePackage(target) {
  const write = (file, text) => {
    fs.mkdirSync(path.join(target, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(target, file), text);
  };
  const copy = (file) => write(file, fs.readFileSync(path.join(root, file)));
  for (const file of [...RUN, ...COPIED].flatMap(filesBelow)) {
    const isRun = RUN.includes(file.split("/", 1)[0]) || MANIFEST.test(file);
    const isModule = file.endsWith(".ts") && !file.endsWith(".d.ts");
    if (!isRun || !isModule || SOURCES.test(file)) copy(file);
    if (isRun && isModule)
      write(
        file.replace(/\.ts$/, ".js"),
        toJavaScript(fs.readFileSync(path.join(root, file), "utf8"), file),
      );
  }
  FILES.forEach(copy);
  const docs = filesBelow("docs").filter((file) => file.endsWith(".md"));
  docs.forEach(copy);
  const { name, version, type, imports, license, engines } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8"),
  );
  write(
    "package.json",
    `${JSON.stringify({ name, version, private: true, type, imports, license, engines })}\n`,
  );
}

if (import.meta.main) {
  const target = path.join(root, "packed");
  fs.rmSync(target, { recursive: true, force: true });
  writePackage(target);
}
