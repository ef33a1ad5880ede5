import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";

const DRIVER = "/usr/bin/WebKitWebDriver";
/** A virtual display for GTK programs. */
const SCREEN = "/usr/bin/broadwayd";
const BROWSERS = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  (machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`,
);
const browser = BROWSERS.find((file) => fs.existsSync(file));

const hasWebKit = [DRIVER, SCREEN].every((file) => fs.existsSync(file)) && !!browser;

/** Milliseconds for which something is waited for. */
const PATIENCE = 30_000;
const PAUSE = 50;

/** A window of WebKit, led by WebDriver (W3C). Its screen has no size: nothing can be scrolled. */
export interface WebKit {
  readonly go: (address: string) => Promise<void>;
  /** Runs a function's body in the page: `return document.title`. */
  readonly run: <T>(script: string, ...args: readonly unknown[]) => Promise<T>;
  /** Waits until a condition, as for `run`, holds. */
  readonly until: (script: string, ...args: readonly unknown[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Asks again and again, until the answer is no longer undefined. */
async function ask<T>(question: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await question();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

export async function openWebKit(): Promise<WebKit> {
  if (!hasWebKit)
    throw new Error("WebKit and its driver are not installed (Debian: webkit2gtk-driver)");
  const [port, screenPort] = [await freePort(), await freePort()];
  const screen = `:${screenPort}`;
  const children: ChildProcess[] = [
    spawn(SCREEN, ["-a", "127.0.0.1", "-p", String(screenPort), screen], { stdio: "ignore" }),
    spawn(DRIVER, [`--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        GDK_BACKEND: "broadway",
        BROADWAY_DISPLAY: screen,
        // There is no graphics processor behind that screen.
        LIBGL_ALWAYS_SOFTWARE: "1",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
        WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      },
    }),
  ];
  const end = (): void => {
    for (const child of children) child.kill();
  };

  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { readonly message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }

  try {
    await ask(
      () =>
        send<{ ready: boolean }>("GET", "/status").then(
          ({ ready }) => (ready ? true : undefined),
          () => undefined,
        ),
      "the driver",
    );
    const options = { binary: browser, args: ["--automation"] };
    const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
    });
    const session = `/session/${sessionId}`;
    const run = <T>(script: string, ...args: readonly unknown[]): Promise<T> =>
      send<T>("POST", `${session}/execute/sync`, { script, args });
    return {
      go: (url) => send("POST", `${session}/url`, { url }),
      run,
      until: async (script, ...args) => {
        await ask(async () => ((await run(script, ...args)) ? true : undefined), script);
      },
      close: async () => {
        await send("DELETE", session).catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
