import { type Rolldown, build } from "vite";
import type { PageAssets } from "#core/page/render.ts";
import type { Overlay } from "../../files/code-layers.ts";
import { OUTPUT_NAMES, browserConfig } from "./browser-config.ts";

export interface EmbedBundle extends Pick<PageAssets, "scripts" | "preloads"> {
  /** Paths of its files. */
  readonly published: readonly string[];
}

/**
 * Bundles the script of tools in frames of other sites, apart from that of pages: shared chunks would
 * be divided differently for every visitor of the site.
 * @param input names the folder that holds the bundle of pages already
 * @returns null if the site's code has no such script
 */
export async function bundleEmbed(
  overlay: Overlay,
  input: Parameters<typeof browserConfig>[1],
  sheets: ReadonlyMap<string, readonly string[]>,
): Promise<EmbedBundle | null> {
  const entry = overlay.entry("entry-embed.ts");
  if (entry === undefined) return null;
  const config = browserConfig(overlay, input, sheets);
  const { output } = (await build({
    ...config,
    build: {
      ...config.build,
      emptyOutDir: false,
      rolldownOptions: { input: { embed: entry }, output: OUTPUT_NAMES },
    },
  })) as Rolldown.RolldownOutput;
  const [script] = output;
  return {
    scripts: [`/${script.fileName}`],
    preloads: script.imports.map((file) => `/${file}`),
    published: output.map(({ fileName }) => fileName),
  };
}
