import type { InlineConfig } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { digest } from "../../files/hash.ts";

/** Vite configuration for the site's code, both for bundling and for the development server. */
export function siteConfig(overlay: Overlay, development: boolean) {
  const mode = development ? "development" : "production";
  return {
    root: overlay.base,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "silent",
    mode,
    // Otherwise Vite leaves this to the server's environment, and both builds of React would be
    // bundled.
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    css: {
      modules: {
        // Named by path, not by content, so that a changed rule leaves the HTML unchanged.
        generateScopedName: (name: string, file: string) =>
          `${name}_${digest(overlay.nameOf(file.replace(/\?.*/s, "")))
            .replace(/\W/g, "")
            .slice(0, 5)}`,
      },
    },
  } satisfies InlineConfig;
}
