import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { loadConfig } from "#cli/build/load/config.ts";
import { openApi } from "#cli/preview/open-api.ts";
import { startPreview } from "#cli/preview/serve.ts";

export interface ShotSite {
  readonly url: string;
  /** Registers a user with the credits of the first day. Resolves to the token. */
  readonly signedIn: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface ShotSiteOptions {
  /** Credits of the first day; those of the configuration if missing. */
  readonly credits?: number;
}

/** Six digits that stand alone in a message whose texts are in base64. */
function codeIn(message: string): string {
  const texts = message.replace(
    /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
    (_, head: string, body: string) => `${head}${Buffer.from(body, "base64").toString()}\r\n`,
  );
  const code = /^\s*(\d{6})\s*$/m.exec(texts)?.[1];
  if (!code) throw new Error(`There is no code in\n${texts}`);
  return code;
}

/**
 * The built site with the API on an embedded database of its own, which goes with it.
 * @param home folder of the program
 * @param built folder of the site
 */
export async function openShotSite(
  home: string,
  built: string,
  { credits }: ShotSiteOptions = {},
): Promise<ShotSite> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-shots-"));
  fs.symlinkSync(path.join(home, "content"), path.join(root, "content"));
  let message = "";
  const config = await loadConfig(home);
  const api = await openApi({
    root,
    home,
    config:
      credits === undefined
        ? config
        : { ...config, credits: { ...config.credits, daily: credits } },
    env: {},
    print: (line) => {
      const file = /^Message: (.+)\n$/.exec(line)?.[1];
      if (file !== undefined) message = fs.readFileSync(path.join(root, file), "utf8");
      else process.stderr.write(line);
    },
  });
  const preview = await startPreview({
    root: fs.realpathSync(built),
    trailingSlash: false,
    port: 0,
    api: (request, response) => {
      // Compressing a whole site takes longer than showing it.
      request.headers["accept-encoding"] = "identity";
      return api.handle(request, response);
    },
  });
  const post = async (call: string, body: object): Promise<{ token: string }> => {
    const response = await fetch(`${preview.url}/audio/api/user/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: preview.url },
      body: JSON.stringify(body),
    });
    const { data, message: reason } = (await response.json()) as { data: never; message: string };
    if (!response.ok) throw new Error(`${call}: ${reason}`);
    return data;
  };
  const register = async (name: string): Promise<string> => {
    const email = `${name}@example.org`;
    message = "";
    await post("register", { email, password: "a walk along the river" });
    while (message === "") await new Promise((resolve) => setTimeout(resolve, 50));
    return (await post("register/code/verify", { email, code: codeIn(message) })).token;
  };
  const tokens = new Map<string, Promise<string>>();
  return {
    url: preview.url,
    signedIn(name) {
      const token = tokens.get(name) ?? register(name);
      tokens.set(name, token);
      return token;
    },
    async close() {
      await preview.close();
      await api.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
