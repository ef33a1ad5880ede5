import fs from "node:fs";
import path from "node:path";
import { digest } from "../../files/hash.ts";

const FOLDERS = ["cli/build", "cli/files", "core"].map((folder) =>
  path.join(import.meta.dirname, "../../..", folder),
);

const sources = () =>
  FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => /^[^.].*(?<!\.test)\.ts$/.test(name))
      .sort()
      .map((name) => ({ name, file: path.join(folder, name) })),
  );

/** Digest of the program's code, which does not depend on where and when it was installed. */
export const programDigest = (): string =>
  digest(
    sources()
      .map(({ name, file }) => `${name} ${digest(fs.readFileSync(file))}`)
      .join("\n"),
  );

/** Differs if the program or Node has changed: the output of another version is not reused. */
export function programKey(): string {
  const stamps = sources().map(({ name, file }) => {
    const { size, mtimeMs, ctimeMs } = fs.statSync(file);
    return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
  });
  return digest([process.version, ...stamps].join("\n"));
}
