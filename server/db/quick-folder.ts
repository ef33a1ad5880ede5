import fs from "node:fs";
import os from "node:os";

const MEMORY = "/dev/shm";

/**
 * A folder in memory for databases of tests, which need no disk, if it has enough space.
 * @param minBytes space that must be left
 */
export function quickFolder(minBytes = 1e9): string {
  if (!fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize > minBytes ? MEMORY : os.tmpdir();
}
