import path from "node:path";
import { pathToFileURL } from "node:url";
import fastGlob from "fast-glob";
import type { Effect } from "../../audio/effect.ts";
import { ToolkitError } from "../../core/errors/errors.ts";
import { mostSimilar } from "../../core/errors/similar.ts";
import { MODULE_SUFFIX } from "../files/home.ts";

/** Ids of all effects. @param home folder of the program */
export const listEffects = (home: string): readonly string[] =>
  fastGlob
    .sync("*.ts", { cwd: path.join(home, "audio/effects"), ignore: ["*.test.ts"] })
    .map((file) => path.basename(file, ".ts"))
    .sort();

/** @throws {ToolkitError} EFFECT_UNKNOWN */
export async function loadEffect(id: string, home: string): Promise<Effect> {
  const known = listEffects(home);
  if (!known.includes(id)) {
    const similar = mostSimilar(id, known);
    throw new ToolkitError("EFFECT_UNKNOWN", {
      name: id,
      ...(similar !== undefined && { similar }),
    });
  }
  const file = path.join(home, "audio/effects", id + MODULE_SUFFIX);
  const module = (await import(pathToFileURL(file).href)) as {
    readonly default: Effect;
  };
  return module.default;
}
