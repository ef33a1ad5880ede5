import type { InlineConfig } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { digest } from "../../files/hash.ts";

/**
 * How the site's code is read, wherever it is bundled or served.
 */
export function siteConfig(overlay: Overlay, development: boolean) {
  const mode = development ? "development" : "production";
  return {
    root: overlay.base,
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
          `${name}_${digest(overlay.nameOf(file.replace(/\?.*/s, "")))
            .replace(/\W/g, "")
            .slice(0, 5)}`,
      },
    },
  } satisfies InlineConfig;
}
