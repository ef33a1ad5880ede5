// `node --import @audio-toolkit/toolkit/hooks`: files of a site find the program as `@audio-toolkit/toolkit/…`, as in its builds.
import { existsSync } from "node:fs";

const places = ["../cli/files/import-module.ts", "../packed/cli/files/import-module.js"];
await import(places.map((place) => new URL(place, import.meta.url)).find(existsSync).href);
