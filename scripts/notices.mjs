// Writes THIRD_PARTY_NOTICES.md: the licenses of every package that the program's `dependencies`
// bring, and of the libraries that are compiled into them. `--check` writes nothing and fails when the file is out of date. Both refuse a package
// whose license is not in ALLOWED.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMPILED_LIBRARIES } from "./compiled-libraries.mjs";

const FILE = "THIRD_PARTY_NOTICES.md";
const LICENSES = join(dirname(fileURLToPath(import.meta.url)), "licenses");

/** Licenses that let the site and the program be used, sold and changed with a notice alone. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Python-2.0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

/**
 * Packages that are programs of their own: sites publish them beside what is ours, as they are, and nothing
 * of ours is joined to them. Their licenses are allowed for them alone.
 */
const PROGRAMS = new Map([["@echogarden/espeak-ng-emscripten", "GPL-3.0"]]);

/**
 * Libraries under the LGPL that the terminal imports unchanged from their own files, and that no site
 * contains. Their licenses are allowed for them alone.
 */
const LIBRARIES = new Map([["codec-parser", "LGPL-3.0-or-later"]]);

/** Whether an SPDX expression leaves a choice of allowed licenses only. */
function isAllowed(expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const term = () => {
    if (tokens[at] === "(") {
      at++;
      const inner = either();
      return tokens[at++] === ")" && inner;
    }
    return ALLOWED.has(tokens[at++] ?? "");
  };
  const both = () => {
    let result = term();
    while (tokens[at] === "AND") {
      at++;
      result = term() && result;
    }
    return result;
  };
  const either = () => {
    let result = both();
    while (tokens[at] === "OR") {
      at++;
      result = both() || result;
    }
    return result;
  };
  return either() && at === tokens.length;
}

/** Place in the lock file of a package that another one names: nearest `node_modules` first. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ;) {
    const packagePath = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[packagePath]) return packagePath;
    if (folder === "") return undefined;
    const above = folder.lastIndexOf("/node_modules/");
    folder = above < 0 ? "" : folder.slice(0, above);
  }
}

/** Packages that the project's `dependencies` bring, as places in the lock file. */
function reach(packages) {
  const found = new Set();
  const visit = (from, names) => {
    for (const name of names) {
      const packagePath = resolvePackage(packages, from, name);
      if (packagePath === undefined || found.has(packagePath)) continue;
      found.add(packagePath);
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
        packages[packagePath];
      const needed = Object.keys(peerDependencies ?? {}).filter(
        (peer) => !peerDependenciesMeta?.[peer]?.optional,
      );
      visit(packagePath, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed]);
    }
  };
  visit("", Object.keys(packages[""].dependencies ?? {}));
  return found;
}

/** Text of a package's license files and notices. */
function licenseText(folder) {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i.test(name))
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), "utf8")
        .replace(/^\uFEFF/, "")
        .replace(/\r\n?/g, "\n")
        .replace(/(?<![ \t])[ \t]+$/gm, "")
        .trim(),
    )
    .join("\n\n");
}

const byName = (a, b) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1;

/** Address of a package's source, as its own package.json names it. */
function sourceOf(folder) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return "";
  const { repository } = JSON.parse(readFileSync(file, "utf8"));
  const address = (typeof repository === "string" ? repository : repository?.url) ?? "";
  return address
    .replace(/^(github:)?(?=[\w.-]+\/[\w.-]+$)/, "https://github.com/")
    .replace(/^git\+|\.git$/g, "")
    .replace(/^(git|ssh):\/\/(git@)?|^git@/, "https://")
    .replace(/^https:\/\/github\.com:/, "https://github.com/");
}

/** All packages with their licenses, and what speaks against publishing them. */
function collect(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const rows = new Map();
  const problems = [];
  for (const packagePath of reach(packages)) {
    const { version, license: declared, optional } = packages[packagePath];
    const name = packagePath.slice(
      packagePath.lastIndexOf("node_modules/") + "node_modules/".length,
    );
    const license = declared ?? "no license";
    const text = licenseText(join(root, packagePath));
    if (![PROGRAMS, LIBRARIES].some((known) => known.get(name) === license) && !isAllowed(license))
      problems.push(
        `${name} ${version} is under "${license}", which scripts/notices.mjs does not allow.`,
      );
    // A package for another platform is not installed here; it is listed with its name alone.
    if (text === undefined && !optional)
      problems.push(`${name} ${version} is not installed: run npm ci.`);
    const source = optional ? "" : sourceOf(join(root, packagePath));
    rows.set(`${name} ${version}`, { name, version, license, source, text: optional ? "" : text });
  }
  const names = new Set([...rows.values()].map(({ name }) => name));
  const others = [...collectBundled(root), ...collectCompiled(root, names)];
  return { rows: [...rows.values(), ...others].sort(byName), problems };
}

/** The libraries inside packages that are used, and inside files of the program. */
function collectCompiled(root, names) {
  return COMPILED_LIBRARIES.flatMap((library) => {
    const { name, license, source, packages, files = [], copyright, file } = library;
    const changed = files.filter((each) => existsSync(join(root, each)));
    const inside = [...changed, ...packages.filter((each) => names.has(each))];
    if (inside.length === 0) return [];
    const terms = readFileSync(join(LICENSES, file), "utf8").trim();
    const text = copyright ? `${copyright}\n\n${terms}` : terms;
    return [{ name, version: "", license, source, text, inside, changed }];
  });
}

/** What is part of the program without being a package, with the file of its license. */
const BUNDLED = [
  {
    name: "DTLN weights",
    version: "2020",
    license: "MIT",
    source: "https://github.com/breizhn/DTLN",
    file: "audio/nets/weights/LICENSE.md",
  },
  {
    name: "RNNoise",
    version: "0.2",
    license: "BSD-3-Clause",
    source: "https://github.com/xiph/rnnoise",
    file: "audio/nets/weights/RNNOISE.md",
  },
  {
    name: "Silero VAD weights",
    version: "6",
    license: "MIT",
    source: "https://github.com/snakers4/silero-vad",
    file: "audio/nets/weights/SILERO.md",
  },
];

function collectBundled(root) {
  return BUNDLED.filter(({ file }) => existsSync(join(root, file))).map(({ file, ...row }) => ({
    ...row,
    text: readFileSync(join(root, file), "utf8").replace(/\r\n/g, "\n").trim(),
  }));
}

/** A fence that the text does not contain. */
function fence(text) {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return "`".repeat(longest + 1);
}

function render(rows) {
  const sections = rows.map(({ name, version, license, source, text, inside = [] }) => {
    const facts = [`License: ${license}`, source && `Source: <${source}>`];
    if (inside.length > 0) facts.push(`Compiled into: ${inside.join(", ")}`);
    const head = `## ${`${name} ${version}`.trim()}\n\n${facts.filter(Boolean).join("\\\n")}\n`;
    return text
      ? `${head}\n${fence(text)}text\n${text}\n${fence(text)}\n`
      : `${head}\nThe package brings no license text of its own; it is at <https://spdx.org/licenses/>.\n`;
  });
  return `# Third-party notices

These packages are part of the program or of the sites that it builds. \`npm run notices\` writes this file.

${replaceable(rows)}${programs(rows)}${sections.join("\n")}`;
}

/** What the LGPL wants to be said with a copy of the program (version 2.1, section 6). */
function replaceable(rows) {
  const libraries = rows.filter(({ license }) => license.startsWith("LGPL"));
  if (libraries.length === 0) return "";
  const list = libraries.map(({ name, source, inside }) => {
    if (!inside) return `- ${name}, a package that the terminal imports as it is: <${source}>`;
    const packages = inside.map((each) => `\`${each}\``).join(" and ");
    return `- ${name}, in ${packages}: <${source}>`;
  });
  return `## Libraries under the LGPL

${list.join("\n")}

They stay under the GNU Lesser General Public License, whose text is at their entries below. Their source is at these addresses, and packages use it as it is published; the repositories of the packages say how it is compiled, and hold what joins it to JavaScript. You may change a library and put your own in its place: name your build of the package in \`package.json\` (\`"file:…"\`) and install; \`toolkit process\` uses it from then on, and the site after \`toolkit build\`. In a site that is built, each package is a script of its own below \`assets/\`. ${libraries
    .flatMap(({ changed = [] }) => changed)
    .map(rebuilt)
    .join("")}You may take the program apart to mend such changes.

`;
}

/** What is to be said of programs of their own. */
function programs(rows) {
  const list = rows.filter(({ name, license }) => PROGRAMS.get(name) === license);
  if (list.length === 0) return "";
  return `## Programs of their own

${list.map(({ name, license, source }) => `- ${name}, under ${license}: <${source}>`).join("\n")}

Such a program is no part of ours: it lies in a folder of its own, in the repository (\`programs/\`) and in a site that is built (\`speech/\`), with its license and the addresses of its source, runs in a worker or a thread of its own, and is spoken to by messages alone. Its license holds for that folder. \`tts.espeak: false\` in the configuration leaves it out of a site.

`;
}

/** How a library that the program itself has compiled is changed. */
const rebuilt = (file) =>
  `\`${file}\` has changes of its own: they are in the program's repository, below \`scripts/\`, with the script that compiles it from its source with them or with yours. `;

const at = process.argv.indexOf("--root");
const root = at > 0 ? process.argv[at + 1] : dirname(dirname(fileURLToPath(import.meta.url)));
const { rows, problems } = collect(root);
for (const text of problems) process.stderr.write(`${text}\n`);
if (problems.length > 0) process.exit(1);

const file = join(root, FILE);
const text = render(rows);
if (process.argv.includes("--check")) {
  const same = existsSync(file) && readFileSync(file, "utf8").replace(/\r\n/g, "\n") === text;
  if (!same) process.stderr.write(`${FILE} is out of date: run npm run notices.\n`);
  process.exit(same ? 0 : 1);
}
writeFileSync(file, text);
process.stdout.write(`${FILE}: ${rows.length} packages\n`);
