// Makes audio/media/mp3/lame/lame.wasm: LAME 3.100 with the changes of scripts/lame, for WebAssembly with
// vectors. Needs Debian's packages clang-19, lld-19, libclang-rt-19-dev-wasm32, wasi-libc and patch, and
// loads LAME's source from Debian, or takes it from `--source FILE`. `--check` writes nothing and fails
// when the file differs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const CHANGES = join(root, "scripts/lame");
const FILE = join(root, "audio/media/mp3/lame/lame.wasm");
const SOURCE = {
  url: "https://deb.debian.org/debian/pool/main/l/lame/lame_3.100.orig.tar.gz",
  sha256: "ddfe36cab873794038ae2c1210557ad34857a4b6bdc515785d1da9e175b1da1e",
};

/** LAME's own files; what decodes MP3 and what prints is left out. */
const LIBRARY = [
  "VbrTag",
  "bitstream",
  "encoder",
  "fft",
  "gain_analysis",
  "id3tag",
  "lame",
  "newmdct",
  "presets",
  "psymodel",
  "quantize",
  "quantize_pvt",
  "reservoir",
  "set_get",
  "tables",
  "takehiro",
  "util",
  "vbrquantize",
  "version",
];
const COMPILE = [
  "--target=wasm32-wasi",
  "--sysroot=/usr",
  "-isystem",
  "/usr/include/wasm32-wasi",
  "-O3",
  "-msimd128",
  "-mbulk-memory",
  "-ffunction-sections",
  "-fdata-sections",
  "-DHAVE_CONFIG_H",
  "-DNDEBUG",
  // LAME is of 2017: what a compiler warns of today is not ours.
  "-w",
];
/** As LAME's own build has it. Not for ours: lines.c rounds by adding what is taken off again. */
const FAST = ["-ffast-math"];

async function load() {
  const at = process.argv.indexOf("--source");
  const source =
    at > 0
      ? readFileSync(process.argv[at + 1])
      : Buffer.from(await (await fetch(SOURCE.url)).arrayBuffer());
  if (createHash("sha256").update(source).digest("hex") !== SOURCE.sha256)
    throw new Error(`The source of LAME is not the one of ${SOURCE.url}.`);
  return source;
}

function compile(source, work) {
  const run = (program, args, input) =>
    execFileSync(program, args, { cwd: work, input, stdio: ["pipe", "inherit", "inherit"] });
  run("tar", ["-xz", "--strip-components=1"], source);
  run("patch", ["-p1", "--quiet"], readFileSync(join(CHANGES, "lame.patch")));
  mkdirSync(join(work, "objects"));
  const folders = [CHANGES, ...["include", "libmp3lame", "mpglib"].map((name) => join(work, name))];
  const object = (file, name, options) => {
    const out = join("objects", `${name}.o`);
    run("clang-19", [
      ...COMPILE,
      ...options,
      ...folders.map((f) => `-I${f}`),
      "-c",
      file,
      "-o",
      out,
    ]);
    return out;
  };
  const objects = [
    ...LIBRARY.map((name) => object(`libmp3lame/${name}.c`, name, FAST)),
    ...["choose", "lines", "spread", "module"].map((name) =>
      object(join(CHANGES, `${name}.c`), name, []),
    ),
  ];
  const builtins = execFileSync("clang-19", ["--target=wasm32-wasi", "--print-libgcc-file-name"]);
  const libraries = ["-L/usr/lib/wasm32-wasi", "-lc", builtins.toString().trim()];
  const options = ["--no-entry", "--gc-sections", "--strip-all", "-o", "lame.wasm"];
  run("wasm-ld-19", [...options, ...objects, ...libraries]);
  return readFileSync(join(work, "lame.wasm"));
}

const work = mkdtempSync(join(tmpdir(), "lame-"));
try {
  const module = compile(await load(), work);
  if (!process.argv.includes("--check")) writeFileSync(FILE, module);
  else if (!module.equals(readFileSync(FILE))) throw new Error(`${FILE} is out of date.`);
} finally {
  rmSync(work, { recursive: true });
}
