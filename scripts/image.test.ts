import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { resolveImport } from "./import-graph.ts";
import { VARIABLES } from "#server/deps/settings.ts";

const { SERVER_PACKAGES } = (await import("./server-packages.mjs" as string)) as {
  SERVER_PACKAGES: string[];
};

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
const within = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(`${folder}/`);

/** Instructions of each stage, with continued lines joined. */
const STAGES = read("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split(/^(?=FROM )/m)
  .map((stage) => stage.split("\n").filter((line) => line.trim() !== ""))
  .filter(([first]) => first?.startsWith("FROM "));
const stageOf = (name: string): readonly string[] =>
  STAGES.find(([first]) => first!.endsWith(` AS ${name}`)) ?? [];
const [PACKAGES, WORKER] = [stageOf("packages"), stageOf("worker")];
const LAST = STAGES.at(-1) ?? [];

/** What a stage copies from the project, and where to. */
const copiesOf = (stage: readonly string[]) =>
  stage
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => {
      const words = line.split(/\s+/).slice(1);
      const to = words.at(-1)!;
      return words.slice(0, -1).map((from) => ({
        from,
        to: to.endsWith("/") ? path.posix.join(to, path.basename(from)) : path.posix.join(to),
      }));
    });

const RULES = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ isKept: line.startsWith("!"), pattern: line.replace(/^!/, "") }));

/** Whether Docker sees a file: the last rule that fits it, or a folder above it, decides. */
function isSent(file: string): boolean {
  const parts = file.split("/");
  const fronts = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const fits = (pattern: string) => {
    const source = pattern
      .replaceAll(".", "\\.")
      .replaceAll(/\*\*\/|\*/g, (sign) => (sign === "*" ? "[^/]*" : "(.*/)?"));
    return fronts.some((front) => new RegExp(`^${source}$`).test(front));
  };
  return RULES.findLast(({ pattern }) => fits(pattern))?.isKept ?? true;
}

/** Modules that a module brings with it, and the packages that those import. */
function follow(file: string, modules = new Set<string>(), packages = new Set<string>()) {
  if (modules.has(file)) return { modules, packages };
  modules.add(file);
  const imports = read(file).matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"/gm,
  );
  for (const [, name] of imports) {
    if (/^[.#]/.test(name!)) {
      follow(resolveImport(file, name!), modules, packages);
    } else if (!name!.startsWith("node:")) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name!)![0]);
  }
  return { modules, packages };
}
const { modules, packages } = follow("cli/main.ts");
follow("cli/actions/serve.ts", modules, packages);
// Loaded where OTEL_EXPORTER_OTLP_ENDPOINT is set.
for (const file of ["otel-tracer.ts", "otlp-processor.ts"])
  follow(`server/tracing/${file}`, modules, packages);

it("the image has the packages that the server imports, and no others", () => {
  expect([...packages].sort()).toEqual(SERVER_PACKAGES);
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(SERVER_PACKAGES));
});

it("what the Dockerfile copies is there and sent, every module of the server among it", () => {
  const copies = STAGES.flatMap(copiesOf);
  expect(copies.length).toBeGreaterThan(10);
  for (const { from } of copies) {
    expect(fs.existsSync(path.join(ROOT, from)), from).toBe(true);
    expect(isSent(from), from).toBe(true);
  }
  const last = copiesOf(LAST);
  for (const module of modules) {
    expect(
      last.some(({ from }) => within(module, from)),
      module,
    ).toBe(true);
    expect(isSent(module), module).toBe(true);
  }
  for (const secret of [".env", ".git/config", ".toolkit/data/secret", "server/app.test.ts"])
    expect(isSent(secret), secret).toBe(false);
});

it("the image's last stage installs nothing, runs without rights, and says how it is", () => {
  expect(read("Dockerfile")).toMatch(/^ARG NODE_IMAGE=node:24-slim$/m);
  for (const [from] of STAGES) expect(from).toMatch(/^FROM \$\{NODE_IMAGE\}( AS [a-z-]+)?$/);
  expect(PACKAGES.join("\n")).toMatch(/npm install .*--ignore-scripts/);
  expect(LAST.join("\n")).not.toMatch(/npm (install|ci)|apt-get/);
  expect(LAST).toContain("USER node");
  expect(LAST.some((line) => line.startsWith("HEALTHCHECK "))).toBe(true);
  expect(LAST.at(-1)).toBe('CMD ["node", "bin/toolkit.mjs", "serve"]');
});

it("CLI-16 the worker's image has every module of a worker and of the process of a job", () => {
  const needed = new Set<string>();
  for (const file of ["actions/worker.ts", "worker/job-process.ts", "worker/watch-parent.ts"])
    follow(`cli/${file}`, needed);
  follow("cli/main.ts", needed);
  expect([...needed].some((file) => within(file, "audio"))).toBe(true);
  for (const file of needed) {
    expect(
      copiesOf(WORKER).some(({ from }) => within(file, from)),
      file,
    ).toBe(true);
    expect(isSent(file), file).toBe(true);
  }
  expect(WORKER).toContain("USER node");
  expect(WORKER.join("\n")).not.toMatch(/npm (install|ci)|apt-get/);
  expect(WORKER.at(-1)).toBe('CMD ["node", "bin/toolkit.mjs", "worker"]');
});

it("every image that is pulled can be named by its digest, in `.env`", () => {
  const { services } = parse(read("compose.yaml")) as {
    services: Record<string, { image?: string; build?: { args: Record<string, string> } }>;
  };
  const images = Object.values(services).map(
    ({ image, build }) => image ?? build?.args["NODE_IMAGE"],
  );
  expect(images).toEqual(["${NODE_IMAGE:-node:24-slim}", "${POSTGRES_IMAGE:-postgres:18}"]);
  for (const name of ["NODE_IMAGE", "POSTGRES_IMAGE"])
    expect(read("docs/server.md")).toContain(`${name}=`);
});

interface Compose {
  readonly services: Readonly<
    Record<
      "server" | "database",
      {
        readonly environment: Readonly<Record<string, string>>;
        readonly healthcheck?: { readonly test: readonly string[] };
        readonly volumes: readonly string[];
        readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
        readonly ports?: readonly string[];
      }
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

it("compose.yaml waits for a healthy database, keeps what it writes, and has no password in it", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  const { server, database } = services;
  expect(server.depends_on).toEqual({ database: { condition: "service_healthy" } });
  expect(database.healthcheck?.test.join(" ")).toContain("pg_isready");
  for (const each of [...server.volumes, ...database.volumes])
    expect(Object.keys(volumes)).toContain(each.split(":")[0]);
  expect(server.volumes).toContain("files:/app/.toolkit");
  expect(Object.keys(server.environment).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(server.environment["SECRET_KEY"]).toMatch(/^\$\{SECRET_KEY:\?/);
  expect(server.environment["PUBLIC_URL"]).toMatch(/^\$\{PUBLIC_URL:\?/);
  expect(database.environment["POSTGRES_PASSWORD"]).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(server.ports).toEqual(["127.0.0.1:8787:8787"]);
});

interface FleetService {
  readonly image?: string;
  readonly build?: { readonly target?: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly command?: readonly string[];
}

it("CLI-16 compose.fleet.yaml has three servers and three workers, with settings that exist and no secret", () => {
  const text = read("compose.fleet.yaml");
  const { services, volumes } = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, FleetService>>;
    readonly volumes: object;
  };
  const programs = Object.entries(services).filter(([, { build }]) => build);
  expect(programs.map(([name]) => name)).toEqual(
    ["api", "worker"].flatMap((kind) => [1, 2, 3].map((number) => `${kind}-${number}`)),
  );
  for (const [name, { build, environment = {}, command, stop_grace_period }] of programs) {
    expect(build?.target, name).toBe(name.startsWith("worker") ? "worker" : undefined);
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(environment)));
    const drain = command ? Number(command[command.indexOf("--drain") + 1]) : 0;
    expect(Number.parseInt(stop_grace_period!)).toBeGreaterThan(drain);
    if (command) expect(command.slice(command.indexOf("--metrics"))).toEqual(["--metrics", "9464"]);
  }
  for (const [name, { image, volumes: mounts = [] }] of Object.entries(services)) {
    if (image) expect(image, name).toMatch(/^\$\{[A-Z]+_IMAGE:-[a-z/-]+:[a-z0-9]+\}$/);
    for (const mount of mounts) {
      const [source] = mount.split(":");
      if (source!.startsWith("./"))
        expect(fs.existsSync(path.join(ROOT, source!)), name).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
  expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN|SECRET_KEY): (?!\$\{)\S/);
  const targets = /reverse_proxy (.*) \{/.exec(read("docs/operations/Caddyfile"))![1]!.split(" ");
  expect(targets).toEqual([1, 2, 3].map((number) => `api-${number}:8787`));
  const workers = [1, 2, 3].map((number) => `worker-${number}:9464`);
  for (const target of [...targets, ...workers])
    expect(read("docs/operations/prometheus.yml")).toContain(target);
});

/** Links a package and what it depends on into a folder. */
function linkPackage(name: string, folder: string): void {
  const target = path.join(folder, name);
  if (fs.existsSync(target)) return;
  const source = path.join(ROOT, "node_modules", name);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.cpSync(source, target, { recursive: true });
  const { dependencies = {} } = JSON.parse(
    fs.readFileSync(path.join(source, "package.json"), "utf8"),
  ) as { dependencies?: Readonly<Record<string, string>> };
  for (const each of Object.keys(dependencies)) linkPackage(each, folder);
}

it("the server starts from what the image has, and nothing else", async () => {
  const app = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-image-"));
  try {
    for (const { from, to } of copiesOf(LAST))
      fs.cpSync(path.join(ROOT, from), path.join(app, to), {
        recursive: true,
        filter: (source) =>
          fs.statSync(source).isDirectory()
            ? path.basename(source) !== ".tsc"
            : isSent(path.relative(ROOT, source).split(path.sep).join("/")),
      });
    for (const name of SERVER_PACKAGES) linkPackage(name, path.join(app, "node_modules"));
    const [command, ...args] = JSON.parse(LAST.at(-1)!.slice("CMD ".length)) as string[];
    expect(command).toBe("node");
    const child = spawn(process.execPath, args, {
      cwd: app,
      env: { PORT: "0", HOST: "127.0.0.1", NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "pipe"],
    });
    const ended = once(child, "exit");
    let url = "";
    for await (const line of readline.createInterface(child.stderr)) {
      expect(line).toMatch(/^\{/);
      ({ url } = JSON.parse(line) as { url: string });
      break;
    }
    const check = /"(fetch.*)"\]/.exec(LAST.find((line) => line.startsWith("HEALTHCHECK "))!)![1]!;
    const probe = spawn(process.execPath, ["-e", check], {
      env: { PORT: new URL(url).port },
      stdio: "inherit",
    });
    expect(await once(probe, "exit")).toEqual([0, null]);
    const languages = await fetch(`${url}/languages.json`);
    expect(languages.status).toBe(200);
    const document = await fetch(`${url}/audio/api/openapi.json`);
    expect(await document.json()).toMatchObject({ openapi: "3.1.1" });
    child.kill("SIGTERM");
    await ended;
  } finally {
    fs.rmSync(app, { recursive: true });
  }
}, 120_000);
