import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, homedir } from "node:os";
import path from "node:path";
import { studioThreads } from "./run-studio.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The cache folder (XDG Base Directory; %LOCALAPPDATA% on Windows). */
function cacheFolder(env: Env): string {
  const own = env["XDG_CACHE_HOME"] ?? "";
  const local = env["LOCALAPPDATA"] ?? "";
  const parent = [own, local].find((one) => path.isAbsolute(one)) ?? path.join(homedir(), ".cache");
  return path.join(parent, "toolkit", "models");
}

/**
 * Cache of the seconds that a model takes for a segment on this machine, measured by its self-test, for this
 * processor and number of threads.
 * @param sha256 digest of the graph, or of the digests of several
 */
export function createSpeedCache(env: Env, sha256: string) {
  const machine = `${cpus()[0]?.model ?? ""} × ${studioThreads()}`;
  const file = path.join(cacheFolder(env), `${sha256}.json`);
  return {
    /** Null if the model was not measured here yet. */
    read(): number | null {
      try {
        const seconds = (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>)[
          machine
        ];
        return typeof seconds === "number" && seconds > 0 ? seconds : null;
      } catch {
        return null;
      }
    },
    /** Failures are ignored: the next run measures again. */
    write(seconds: number): void {
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ [machine]: seconds }));
      } catch {}
    },
  };
}
