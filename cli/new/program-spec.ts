import fs from "node:fs";
import path from "node:path";
import { PACKAGE_NAME } from "#core/site/package-name.ts";

/** Folder of the package that contains the program; a clone is its own package. */
const packageOf = (home: string): string =>
  path.basename(home) === "packed" ? path.dirname(home) : home;

/**
 * The dependency on this program for a site's `package.json`: as in the project in which it is
 * installed, else its version; a clone by its folder.
 * @param root folder of the site, the base of relative paths
 */
export function programSpec(home: string, root: string): string {
  const own = fs.realpathSync(packageOf(home));
  const fromSite = (target: string): string =>
    `file:${path.relative(root, target).replaceAll(path.sep, "/")}`;
  const inProject = path.join("node_modules", PACKAGE_NAME);
  if (!own.endsWith(path.sep + inProject)) return fromSite(own);
  const project = own.slice(0, -inProject.length);
  const named = read(path.join(project, "package.json"))?.dependencies?.[PACKAGE_NAME];
  if (named?.startsWith("file:")) return fromSite(path.resolve(project, named.slice(5)));
  return named ?? read(path.join(own, "package.json"))!.version!;
}

/** Supported versions of Node, from the program's `package.json`. */
export const enginesOf = (home: string): string =>
  read(path.join(home, "package.json"))!.engines!.node;

interface Manifest {
  readonly engines?: { readonly node: string };
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const read = (file: string): Manifest | undefined =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Manifest) : undefined;
