import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";

/**
 * A folder that several files want, made by the first of them and gone after the run.
 * @param name of the folder
 * @param make fills it; where that fails, who waits for it tries
 * @returns the folder
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = path.join(inject("dist"), "..", name);
  const mark = `${folder}.made`;
  for (;;) {
    try {
      fs.mkdirSync(folder);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (fs.existsSync(mark)) return folder;
    await setTimeout(200);
  }
  try {
    await make(folder);
    fs.writeFileSync(mark, "");
    return folder;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
