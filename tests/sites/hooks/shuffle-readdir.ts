// Lists folders in another order than the system does, and in another one each time.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createSeededRandom } from "#core/random.ts";

const random = createSeededRandom(3);
const shuffle = <T>(items: T[]): T[] => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
};

const { readdirSync, readdir } = fs;
const later = fs.promises.readdir;
type Any = (...args: unknown[]) => unknown;
Object.assign(fs, {
  readdirSync: (...args: unknown[]) => shuffle((readdirSync as Any)(...args) as unknown[]),
  readdir: (...args: unknown[]) => {
    const done = args.pop() as (error: unknown, names?: unknown[]) => void;
    (readdir as Any)(...args, (error: unknown, names?: unknown[]) =>
      done(error, names && shuffle(names)),
    );
  },
});
Object.assign(fs.promises, {
  readdir: async (...args: unknown[]) => shuffle((await (later as Any)(...args)) as unknown[]),
});
syncBuiltinESMExports();
