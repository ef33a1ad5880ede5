import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Plugin } from "vite";

const QUERY = "?packed";
/**
 * The URL in ONNX Runtime's code of a file that is published compressed. ONNX Runtime receives the
 * bytes
 * and never fetches the URL, but the bundler would publish the file a second time because of it.
 */
const OWN_ADDRESS = /new URL\(("[\w.-]+\.asyncify\.wasm"),\s*import\.meta\.url\)/g;
const RUNTIME = /[/\\]onnxruntime-web[/\\]dist[/\\]/;
const compress = promisify(gzip);

/**
 * `import address from "package/large.wasm?packed"`: publishes the file compressed, whatever the
 * host
 * does: several hosts reject files of more than 25 MiB. The code that loads the file decompresses
 * it. In
 * development the file is served as is.
 */
export function packedFiles(): Plugin {
  let isBuild = true;
  return {
    name: "toolkit:packed-files",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null;
      const found = await this.resolve(source.slice(0, -QUERY.length), importer);
      return found && found.id + QUERY;
    },
    transform(code, id) {
      if (!isBuild || !RUNTIME.test(id) || code.search(OWN_ADDRESS) < 0) return null;
      return { code: code.replace(OWN_ADDRESS, "new URL($1,location.href)"), map: null };
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      if (!isBuild) return `export { default } from ${JSON.stringify(`${file}?url`)};`;
      // Avoid a name that a server would treat as a compressed version of another file.
      const name = `${path.basename(file, path.extname(file))}.bin`;
      const source = await compress(await readFile(file));
      const reference = this.emitFile({ type: "asset", name, source });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
