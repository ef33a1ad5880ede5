import path from "node:path";
import type { InlineConfig } from "vite";
import { digest } from "../../files/hash.ts";

/**
 * How the site's code is read, wherever it is bundled or served.
 * @param base folder that module paths are relative to
 */
export function siteConfig(base: string, development: boolean) {
  const mode = development ? "development" : "production";
  return {
    root: base,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "silent",
    mode,
    // Vite leaves it to the server's environment otherwise, and React would bring both its builds.
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    css: {
      modules: {
        // Named by place, not by content: a changed rule leaves the HTML as it was.
        generateScopedName: (name: string, file: string) =>
          `${name}_${digest(path.relative(base, file.replace(/\?.*$/, "")))
            .replace(/\W/g, "")
            .slice(0, 5)}`,
      },
    },
  } satisfies InlineConfig;
}
