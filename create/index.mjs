#!/usr/bin/env node
// `npm create @audio-toolkit my-site`: `toolkit init my-site`, without a project to run it in.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const program = createRequire(import.meta.url).resolve("@audio-toolkit/toolkit/package.json");
process.argv.splice(2, 0, "init");
await import(new URL("bin/toolkit.mjs", pathToFileURL(program)).href);
