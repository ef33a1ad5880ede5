import fs from "node:fs";
import path from "node:path";
import { withIo } from "../../files/files.ts";
import { isAlive } from "./lock.ts";

const list = (folder: string): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/**
 * Removes leftovers of builds that were killed. Requires the site's lock, so that no other build is
 * running.
 * @param work the site's `.toolkit`
 * @param own folder of the trees and the state of the published site
 * @param out the published link
 */
export function sweep(work: string, own: string, out: string): void {
  const remove = (folder: string, isLitter: (name: string) => boolean): void => {
    for (const name of list(folder))
      if (isLitter(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  };
  withIo(work, () => {
    // Builds that wait for the lock have a file there, too.
    remove(
      work,
      (name) =>
        name.startsWith("lock.after-") ||
        (/^lock\.\d+$/.test(name) && !isAlive(Number(name.slice("lock.".length)))),
    );
    remove(path.join(own, "trees"), (name) => name.startsWith("work-"));
    remove(path.join(own, "cache"), (name) => name.endsWith(".tmp"));
    remove(path.join(work, "cache/bundle"), (name) => name.includes("."));
    const link = path.basename(out);
    remove(path.dirname(out), (name) => name.startsWith(link) && isLink(name.slice(link.length)));
  });
}

const isLink = (rest: string): boolean => /^\.\d+\.(link|probe)$/.test(rest);
