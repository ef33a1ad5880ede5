import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** A generator that makes the same pages, hydrated the way it usually does. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Folder of its output. */
  readonly out: string;
}

export const PEERS: readonly Peer[] = [
  { id: "vite", name: "Vite + React, `hydrateRoot`", out: "dist" },
  { id: "astro", name: "Astro, island `client:load`", out: "dist" },
  { id: "vike", name: "Vike (vike-react)", out: "dist/client" },
  { id: "react-router", name: "React Router, prerendered", out: "build/client" },
  { id: "next", name: "Next, App Router, static export", out: "out" },
];

const TEMPLATES = path.join(import.meta.dirname, "peers");
/** Stands for a page's id in names and texts of the templates. */
const PAGE = /\bPAGE\b/g;

/** Copies a template; a file or folder named `PAGE` becomes one for each page. */
function expand(from: string, to: string, ids: readonly string[]): void {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const perPage = /^PAGE\b/.test(entry.name);
    for (const id of perPage ? ids : [""]) {
      const target = path.join(to, entry.name.replace(PAGE, id));
      const own = id === "" ? ids : [id];
      if (entry.isDirectory()) expand(source, target, own);
      else {
        fs.mkdirSync(to, { recursive: true });
        const text = fs.readFileSync(source, "utf8");
        fs.writeFileSync(target, own.length === 1 ? text.replace(PAGE, own[0]!) : text);
      }
    }
  }
}

/** Runs a command to its end. Rejects with the end of its output when it fails. */
function run(command: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), {
      cwd,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
      env: {
        ...process.env,
        // The generators run by the Node that runs this.
        PATH: path.dirname(process.execPath) + path.delimiter + (process.env["PATH"] ?? ""),
        NODE_ENV: "production",
        ASTRO_TELEMETRY_DISABLED: "1",
        NEXT_TELEMETRY_DISABLED: "1",
        CI: "1",
      },
    });
    let output = "";
    const onOutput = (chunk: Buffer): void => void (output = (output + chunk).slice(-2000));
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`\`${command.join(" ")}\` ended with ${code}: ${output.trim()}`)),
    );
  });
}

/** Installs packages into a folder that has a package.json, unless that was done. */
export async function install(folder: string, signal: AbortSignal): Promise<void> {
  const manifest = fs.readFileSync(path.join(folder, "package.json"), "utf8");
  const stamp = path.join(folder, "node_modules/.bench-installed");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === manifest) return;
  const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await run(["npm", "install", ...options], folder, signal);
  fs.writeFileSync(stamp, manifest);
}

/**
 * Makes a generator's site from the source of the pages.
 * @param source folder with `site/` and `public/`
 * @returns the folder of its output
 */
export async function buildPeer(
  peer: Peer,
  { source, work, ids }: { source: string; work: string; ids: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  const folder = path.join(work, "peers", peer.id);
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(folder))
    if (!["node_modules", "package-lock.json"].includes(name))
      fs.rmSync(path.join(folder, name), { recursive: true });
  expand(path.join(TEMPLATES, peer.id), folder, ids);
  fs.cpSync(path.join(TEMPLATES, "shared"), path.join(folder, "shared"), { recursive: true });
  fs.cpSync(source, folder, { recursive: true });
  if (peer.id === "next") {
    // Its components run on the server alone, and it knows no `import.meta.env`.
    const file = path.join(folder, "site/art.js");
    const text = fs.readFileSync(file, "utf8").replace("import.meta.env.SSR", "true");
    fs.writeFileSync(file, text);
  }
  await install(folder, signal);
  await run(["npm", "run", "build"], folder, signal);
  return path.join(folder, peer.out);
}
