import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, homedir } from "node:os";
import path from "node:path";
import { studioThreads } from "./run-studio.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where programs keep what they can make again (XDG Base Directory; %LOCALAPPDATA% on Windows). */
function cacheFolder(env: Env): string {
  const own = env["XDG_CACHE_HOME"] ?? "";
  const local = env["LOCALAPPDATA"] ?? "";
  const parent = [own, local].find((one) => path.isAbsolute(one)) ?? path.join(homedir(), ".cache");
  return path.join(parent, "toolkit", "models");
}

/**
 * Seconds that a net takes for a piece on this machine, as it was when it answered the known sound: kept
 * for this processor and as many threads.
 * @param sha256 of the graph
 */
export function keptPace(env: Env, sha256: string) {
  const machine = `${cpus()[0]?.model ?? ""} × ${studioThreads()}`;
  const file = path.join(cacheFolder(env), `${sha256}.json`);
  return {
    /** Null where it has not answered here yet. */
    read(): number | null {
      try {
        const kept = (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>)[machine];
        return typeof kept === "number" && kept > 0 ? kept : null;
      } catch {
        return null;
      }
    },
    /** Where it cannot be kept, it is found out again the next time. */
    write(seconds: number): void {
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ [machine]: seconds }));
      } catch {}
    },
  };
}
