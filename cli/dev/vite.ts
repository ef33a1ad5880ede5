import type { Server, ServerResponse } from "node:http";
import path from "node:path";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { listFiles } from "../files/files.ts";
import { packedFiles } from "../build/bundle/plugins/packed-files.ts";
import { ownFiles } from "../build/bundle/plugins/own-files.ts";
import { siteConfig } from "../build/bundle/site-config.ts";
import { isInSheet, stylesPlugin } from "../build/bundle/stylesheets.ts";
import type { Code } from "./styles.ts";

export interface ViteOptions {
  readonly home: string;
  /** Folder for pre-bundled packages. */
  readonly cache: string;
  readonly code: Code;
  /** Its WebSocket connections also carry change notifications. */
  readonly server: Server;
  readonly host: string;
}

/** Serves the current modules of the site's code to browsers. */
export async function openVite(options: ViteOptions): Promise<ViteDevServer> {
  const { home, cache, code, server, host } = options;
  const [{ createServer }, { default: react }] = await Promise.all([
    import("vite"),
    import("@vitejs/plugin-react"),
  ]);
  const { overlay } = code;
  const { runtime, over } = overlay;
  const client = path.join(home, "cli/dev/client");
  const own = over === null ? [] : ["runtime", "audio"].map((name) => path.join(over, name));
  const folders = [
    ...own,
    runtime,
    ...["runtime", "core", "audio"].map((name) => path.join(home, name)),
  ];
  // In an installation, dependencies are siblings of the package.
  const packages = [home, path.dirname(home), ...(over === null ? [] : [over])].map((folder) =>
    path.join(folder, "node_modules"),
  );
  const isWatched = (file: string): boolean =>
    [...folders, client].some(
      (folder) =>
        file === folder || file.startsWith(folder + path.sep) || folder.startsWith(file + path.sep),
    );
  // Workers are separate entry points with packages that pages do not load.
  const entries = [
    code.clientEntry(),
    path.join(client, "start.ts"),
    ...overlay
      .list(runtime, listFiles)
      .filter((file) => /(^|[/-])worker\.ts$/.test(file))
      .map((file) => overlay.locate(path.join(runtime, file))),
    ...own.flatMap((folder) =>
      listFiles(folder)
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
        .map((file) => path.join(folder, file)),
    ),
  ].filter((entry) => entry !== undefined);
  const vite = await createServer({
    ...siteConfig(overlay, true),
    appType: "custom",
    cacheDir: cache,
    clearScreen: false,
    plugins: [
      react(),
      stylesPlugin(overlay, code.sheets()),
      ownFiles(overlay),
      quietStyles(code),
      packedFiles(),
    ],
    worker: { format: "es", plugins: () => [ownFiles(overlay), packedFiles()] },
    optimizeDeps: { entries },
    server: {
      middlewareMode: true,
      // Errors are shown by our own overlay.
      hmr: { server, overlay: false },
      allowedHosts: [host],
      cors: false,
      fs: { allow: [...folders, client, ...packages] },
      watch: { ignored: (file: string) => !isWatched(file) || /[/\\]\.tsc([/\\]|$)/.test(file) },
    },
  });
  guardEditor(vite);
  vite.watcher.add([...folders, ...(over === null ? [] : [over])]);
  return vite;
}

/** Requests that may open a file in the editor: their location has been checked. */
export const editorRequests = new WeakSet<Connect.IncomingMessage>();
export const EDITOR_PATH = "/__open-in-editor";

/**
 * Vite opens any file of this machine for any client, including other websites: only our own
 * checked requests may reach it.
 */
function guardEditor(vite: ViteDevServer): void {
  const layer = vite.middlewares.stack.find(({ route }) => route === EDITOR_PATH);
  if (!layer) throw new Error(`Vite has nothing at ${EDITOR_PATH}`);
  const open = layer.handle as Connect.NextHandleFunction;
  layer.handle = (
    request: Connect.IncomingMessage,
    response: ServerResponse,
    next: Connect.NextFunction,
  ) => (editorRequests.has(request) ? open(request, response, next) : next());
}

/**
 * A changed page stylesheet is reloaded without its scripts; only changed class names affect the
 * scripts that use them.
 */
function quietStyles(code: Code): Plugin {
  return {
    name: "toolkit:hot-styles",
    async hotUpdate({ file, modules, server, read }) {
      if (this.environment.name !== "client" || !file.endsWith(".css")) return undefined;
      if (!isInSheet(code.sheets(), file)) return undefined;
      this.environment.hot.send("toolkit:styles", {});
      const { preprocessCSS } = await import("vite");
      const { modules: names = {} } = await preprocessCSS(await read(), file, server.config);
      const known = JSON.stringify(names);
      const users = modules.flatMap(({ importers }) => [...importers]);
      return users.every(({ transformResult }) => transformResult?.code.includes(known))
        ? []
        : modules;
    },
  };
}
