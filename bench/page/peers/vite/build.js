// Plain Vite and React: the usual build for client and server, then a document for each page.
import fs from "node:fs";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const ids = fs.readdirSync("pages").map((name) => name.slice(0, -".jsx".length));
const shared = { configFile: false, logLevel: "warn", plugins: [react()] };
await build({
  ...shared,
  build: {
    outDir: "dist",
    manifest: true,
    rolldownOptions: { input: ids.map((id) => `pages/${id}.jsx`) },
  },
});
await build({ ...shared, publicDir: false, build: { outDir: "server", ssr: "server.jsx" } });
const manifest = JSON.parse(fs.readFileSync("dist/.vite/manifest.json", "utf8"));
const { render } = await import("./server/server.js");

const importsOf = (key) =>
  (manifest[key].imports ?? []).flatMap((next) => [manifest[next].file, ...importsOf(next)]);
for (const id of ids) {
  const entry = `pages/${id}.jsx`;
  const assets =
    `<script type="module" src="/${manifest[entry].file}"></script>` +
    [...new Set(importsOf(entry))]
      .map((file) => `<link rel="modulepreload" href="/${file}">`)
      .join("");
  fs.mkdirSync(`dist/${id}`, { recursive: true });
  fs.writeFileSync(`dist/${id}/index.html`, render(id, assets));
}
