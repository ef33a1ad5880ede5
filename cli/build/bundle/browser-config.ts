import path from "node:path";
import type { InlineConfig, PluginOption } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { ownFiles } from "./plugins/own-files.ts";
import { packedFiles } from "./plugins/packed-files.ts";
import { quickReact } from "./plugins/quick-react.ts";
import { zodWithoutEval } from "./plugins/zod-without-eval.ts";
import { siteConfig } from "./site-config.ts";
import { stylesPlugin } from "./stylesheets.ts";

/**
 * Browsers that support `light-dark()`. Like popovers and `:dir()`, it cannot be compiled for older
 * browsers.
 */
const CSS_TARGET = ["chrome123", "firefox120", "safari17.5"];

/** Plugins for the code of both pages and workers. */
const codePlugins = (overlay: Overlay): PluginOption[] => [
  ownFiles(overlay),
  packedFiles(),
  zodWithoutEval(),
];

/** Names of the files that the bundler writes. */
export const OUTPUT_NAMES = {
  entryFileNames: "assets/[name]-[hash].js",
  chunkFileNames: "assets/[name]-[hash].js",
  assetFileNames: "assets/[name]-[hash][extname]",
};

/**
 * Vite configuration for scripts of pages.
 * @param folder of the bundle
 */
export const browserConfig = (
  overlay: Overlay,
  { folder, development }: { readonly folder: string; readonly development: boolean },
  sheets: ReadonlyMap<string, readonly string[]>,
) =>
  ({
    ...siteConfig(overlay, development),
    plugins: [stylesPlugin(overlay, sheets), quickReact(), ...codePlugins(overlay)],
    // Workers load codecs and effects on demand.
    worker: { format: "es", plugins: () => codePlugins(overlay) },
    build: {
      outDir: path.join(folder, "client"),
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      target: "es2022",
      cssTarget: CSS_TARGET,
      reportCompressedSize: false,
    },
  }) satisfies InlineConfig;
