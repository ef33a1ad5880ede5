// This build as a contestant of a comparison of site generators: pass it with --extra. The comparison
// names its content in SSG_CONTENT; preparing writes the same pages in our form, which is not timed.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const site = process.env.TOOLKIT_BENCH_SITE ?? `${tmpdir()}/toolkit-bench-site`;
mkdirSync(site, { recursive: true });

export const contestants = [
  {
    id: "toolkit",
    engine: "toolkit build, everything included",
    cwd: site,
    minNode: 22,
    prepare: ["node", `${here}peer-build.ts`, "prepare", site],
    build: ["node", `${here}../../bin/toolkit.mjs`, "build"],
    warm: ["node", `${here}peer-build.ts`, "edit", site, "{locale}", "{slug}"],
    out: "dist",
    cold: [".toolkit"],
    page: (locale, slug) => `dist/${locale}/${slug}/index.html`,
  },
];
