import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Effect } from "#audio/effect.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { exists } from "../../files/files.ts";
import { CONFIG_FILE } from "../../files/find-root.ts";
import { MODULE_SUFFIX } from "../../files/home.ts";
import { importModule } from "../../files/import-module.ts";

export interface EffectFolders {
  /** Root folder, which may contain a site. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
}

function idsIn(folder: string): string[] {
  const effects = path.join(folder, "audio/effects");
  if (!exists(effects)) return [];
  return readdirSync(effects)
    .filter((file) => /^[^.].*\.ts$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => path.basename(file, ".ts"));
}

/** Effects that a site adds to the program's, or replaces. */
const ownIds = ({ root, home }: EffectFolders): string[] =>
  root !== home && exists(path.join(root, CONFIG_FILE)) ? idsIn(root) : [];

/** Ids of all effects. */
export const listEffects = (folders: EffectFolders): readonly string[] =>
  [...new Set([...idsIn(folders.home), ...ownIds(folders)])].sort();

/** @throws {ToolkitError} EFFECT_UNKNOWN */
export async function loadEffect(id: string, folders: EffectFolders): Promise<Effect> {
  const known = listEffects(folders);
  if (!known.includes(id)) {
    const similar = findSimilar(id, known);
    throw new ToolkitError("EFFECT_UNKNOWN", {
      name: id,
      ...(similar !== undefined && { similar }),
    });
  }
  const file = path.join("audio/effects", id);
  const { default: effect } = ownIds(folders).includes(id)
    ? await importModule<{ readonly default: Effect }>(path.join(folders.root, `${file}.ts`))
    : ((await import(pathToFileURL(path.join(folders.home, file + MODULE_SUFFIX)).href)) as {
        readonly default: Effect;
      });
  return effect;
}
