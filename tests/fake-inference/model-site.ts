import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { GraphSignature } from "#core/models/models.ts";

export interface SiteModel {
  readonly id: string;
  readonly form: object;
  readonly use?: "any" | "non-commercial";
  /** Graphs and their signatures, by role. */
  readonly graphs: Readonly<
    Record<string, { readonly graph: Uint8Array; readonly signature: GraphSignature }>
  >;
}

const PAGE = "https://e.example/";
const SOURCE = { kind: "url", base: "https://nets.example/" };

/** Writes a site with models of its own, whose files are stored, into a folder. */
export function writeModelSite(
  root: string,
  models: readonly SiteModel[],
  config: object = {},
): void {
  const put = (name: string, content: string | Uint8Array): void => {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  };
  const fileOf = (id: string, role: string) => ({
    role,
    path: `${id}/${role}.onnx`,
    from: `${role}.onnx`,
  });
  const registry = models.map(({ id, form, use = "any", graphs }) => ({
    id,
    name: id,
    task: "stems",
    tier: "studio",
    form,
    quality: [],
    licence: { id: use === "any" ? "MIT" : "LicenseRef-Research", use, url: PAGE },
    page: PAGE,
    source: SOURCE,
    files: Object.keys(graphs).map((role) => fileOf(id, role)),
    signature: {
      input: "sound",
      output: "sound",
      source: PAGE,
      graphs: Object.fromEntries(
        Object.entries(graphs).map(([role, { signature }]) => [role, signature]),
      ),
    },
  }));
  const locked = models.map(({ id, graphs }) => [
    id,
    {
      source: SOURCE,
      files: Object.entries(graphs).map(([role, { graph }]) => ({
        ...fileOf(id, role),
        bytes: graph.length,
        sha256: createHash("sha256").update(graph).digest("hex"),
      })),
    },
  ]);
  for (const { id, graphs } of models)
    for (const [role, { graph }] of Object.entries(graphs))
      put(`models/files/${id}/${role}.onnx`, graph);
  put("models/registry.json", JSON.stringify({ models: registry }));
  put("models/lock.json", JSON.stringify({ version: 1, models: Object.fromEntries(locked) }));
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  put("toolkit.config.ts", `export default ${JSON.stringify({ site, ...config })};\n`);
}
