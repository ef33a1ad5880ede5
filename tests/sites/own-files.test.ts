import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { toolFile } from "./content.ts";
import { type TestSite, copyRuntime, HOME, makeFolder, makeSite } from "./site.ts";
import { differences } from "./tree.ts";

/** A site over a program of its own, so small that it is bundled in no time. */
function makeOver(): { readonly site: TestSite; readonly home: string } {
  const runtime = copyRuntime();
  const home = path.dirname(runtime);
  const site = makeSite({ locales: ["en", "de"], build: { home } });
  site.remove("runtime");
  return finish(site, home);
}

/** The same with the program below the site, as npm installs it. */
function makeInstalled(): ReturnType<typeof makeOver> {
  const parent = makeFolder("installed", path.join(HOME, ".toolkit/tests/sites"));
  const home = path.join(parent, "site/node_modules/@audio-toolkit/toolkit/packed");
  const site = makeSite({ locales: ["en", "de"], parent, build: { home } });
  site.remove("runtime");
  const runtime = path.join(home, "runtime");
  fs.cpSync(copyRuntime(), runtime, { recursive: true });
  return finish(site, home);
}

function finish(site: TestSite, home: string): ReturnType<typeof makeOver> {
  // What the program's own files are bundled with, whichever site they are for.
  for (const name of ["core", "audio"])
    fs.symlinkSync(path.join(HOME, name), path.join(home, name), "junction");
  Object.defineProperty(site, "bundles", { value: path.join(home, "bundles") });
  return { site, home };
}

/** All that the stylesheets of a page say. */
const css = (site: TestSite): string =>
  Array.from(site.read(PAGE).matchAll(/href="(\/assets\/[^"]+\.css)"/g), ([, file]) =>
    site.read(`dist${file}`),
  ).join("");
const PAGE = "dist/alpha/index.html";

it("CLI-11 a site's panel adds to the program's", async () => {
  const { site, home } = makeOver();
  site.write(
    "runtime/panels/humm/panel.ts",
    `import type { PanelManifest } from "@audio-toolkit/toolkit/core/tools/panel.ts";
export default { id: "humm", presets: ["bench"] } satisfies PanelManifest;\n`,
  );
  fs.writeFileSync(
    path.join(home, "runtime/entry-client.ts"),
    'export const panels = import.meta.glob("./panels/*/panel.ts");\nObject.assign(globalThis, { panels });\n',
  );
  site.write("content/tools/humm.md", toolFile("humm", [], { panel: "humm" }));
  await site.build();
  const scripts = [...site.tree().keys()].filter((file) => file.endsWith(".js"));
  const code = scripts.map((file) => site.read(`dist/${file}`)).join("\n");
  expect(code.match(/\.\/panels\/\w+\/panel\.ts/g)).toEqual([
    "./panels/bench/panel.ts",
    "./panels/humm/panel.ts",
  ]);
  for (const id of ["bench", "humm"]) expect(code).toMatch(new RegExp(`id: ?["'\`]${id}["'\`]`));
});

it("CLI-11 a site's component takes the place of the program's, which it may name, and goes again", async () => {
  const { site } = makeInstalled();
  await site.build();
  const before = site.tree();
  site.write(
    "runtime/Header.tsx",
    `import { Header as Programs } from "@audio-toolkit/toolkit/runtime/Header.tsx";
import { mark } from "./own/mark";
export const Header = (props: Parameters<typeof Programs>[0]) => (
  <div id={mark}><Programs {...props} /></div>
);\n`,
  );
  site.write("runtime/own/mark.ts", 'export const mark = "first";\n');
  await site.build();
  expect(site.read(PAGE)).toMatch(/<div id="first"><header class=/);
  // What it names without an ending counts, too.
  site.edit("runtime/own/mark.ts", "first", "second");
  const { rendered, pages } = await site.build();
  expect(rendered).toBe(pages);
  expect(site.read(PAGE)).toContain('<div id="second"><header');
  expect(differences(site.tree(), await coldOf(site))).toEqual([]);
  site.remove("runtime");
  await site.build();
  expect(differences(site.tree(), before)).toEqual([]);
});

it("CLI-11 a page's own component is rendered again where it changes, and no other page", async () => {
  const { site, home } = makeOver();
  const text = fs.readFileSync(path.join(home, "runtime/pages/Pricing.tsx"), "utf8");
  site.write("runtime/pages/Pricing.tsx", text.replace("<h1>", '<h1 title="a">'));
  await site.build();
  site.edit("runtime/pages/Pricing.tsx", 'title="a"', 'title="b"');
  const { renderedPaths } = await site.build();
  expect(renderedPaths.toSorted()).toEqual(["de/pricing/index.html", "pricing/index.html"]);
  expect(site.read("dist/pricing/index.html")).toContain('title="b"');
});

it("CLI-11 a site's stylesheet takes the place of the program's, and the HTML keeps its classes", async () => {
  const { site, home } = makeOver();
  fs.writeFileSync(path.join(home, "runtime/colors.css"), ":root { --own: #123456; }\n");
  fs.appendFileSync(path.join(home, "runtime/entry-client.ts"), 'import "./all.css";\n');
  fs.writeFileSync(path.join(home, "runtime/all.css"), '@import "./colors.css";\n');
  await site.build();
  const classes = (text: string) => text.match(/class="[^"]*"/g);
  const html = classes(site.read(PAGE));
  expect(css(site)).toContain("#123456");
  site.write("runtime/header.module.css", ".header {\n  color: #fedcba;\n}\n");
  site.write("runtime/colors.css", ":root { --own: #abcdef; }\n");
  await site.build();
  const styles = css(site);
  expect(styles).toContain("#fedcba");
  expect(styles).not.toContain("#111");
  expect(styles).toContain("#abcdef");
  expect(styles).not.toContain("#123456");
  expect(classes(site.read(PAGE))).toEqual(html);
});

it("CLI-11 a site's messages of a panel stand over the program's, key by key", async () => {
  const { site, home } = makeOver();
  const messages = "panels/bench/messages/en.json";
  fs.mkdirSync(path.join(home, "runtime/panels/bench/messages"));
  fs.writeFileSync(
    path.join(home, "runtime", messages),
    '{ "start": "Begin", "more": { "a": "One", "b": "Two" } }',
  );
  fs.appendFileSync(
    path.join(home, "runtime/entry-client.ts"),
    `import words from "./${messages}";\nObject.assign(globalThis, { words });\n`,
  );
  site.write(`runtime/${messages}`, '{ "more": { "b": "Own" } }');
  await site.build();
  const scripts = [...site.tree().keys()].filter((file) => file.endsWith(".js"));
  const code = scripts.map((file) => site.read(`dist/${file}`)).join("\n");
  for (const word of ["Begin", "One", "Own"]) expect(code).toContain(word);
  expect(code).not.toContain("Two");
});

it("CLI-11 code of a site in a wrong folder is an error that names the right one", async () => {
  const { site } = makeOver();
  site.write("lib/mark.ts", 'export const mark = "x";\n');
  site.write("runtime/lookup.ts", 'export { mark as createLookup } from "../lib/mark.ts";\n');
  await expect(site.build()).rejects.toThrow(
    "runtime/lookup.ts imports lib/mark.ts: code of a site is in runtime/ and audio/",
  );
});

/** What a build from nothing makes of a site with files of its own. */
async function coldOf(site: TestSite) {
  const copy = makeSite({ locales: ["en", "de"], build: site.options });
  copy.remove("runtime");
  for (const name of ["content", "locales", "runtime", "toolkit.config.ts"])
    fs.cpSync(site.path(name), copy.path(name), { recursive: true });
  await copy.build({ bundleCache: copy.path("bundles") });
  return copy.tree();
}
