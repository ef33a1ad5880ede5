import { spawn } from "node:child_process";
import { ToolkitError } from "#core/errors/errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Validates an address from the API before it is opened or printed.
 * @param api base origin of relative addresses
 * @throws API_UNUSABLE unless it is an HTTP(S) address
 */
export function parseWebAddress(text: string, api: string): string {
  const address = URL.parse(text, api);
  if (address && /^https?:$/.test(address.protocol)) return address.href;
  throw new ToolkitError("API_UNUSABLE", { api, detail: "it names an invalid address." });
}

/** Program and arguments that open an address; undefined without a desktop. */
export function openerOf(
  env: Env,
  platform: NodeJS.Platform = process.platform,
): readonly [program: string, ...args: string[]] | undefined {
  if (env["BROWSER"] && /^[^\s%]+$/.test(env["BROWSER"])) return [env["BROWSER"]];
  if (env["SSH_CONNECTION"]) return undefined;
  if (platform === "darwin") return ["open"];
  // `start` is a shell command, and the shell would interpret the address.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}

/** Opens an address in the user's browser. @returns whether there was one */
export async function openAddress(address: string, env: Env): Promise<boolean> {
  const opener = openerOf(env);
  if (!opener) return false;
  const [program, ...args] = opener;
  return await new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
