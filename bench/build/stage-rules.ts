/** A frame of a CPU profile. */
export interface Frame {
  readonly functionName: string;
  readonly url: string;
}

type Rule = readonly [stage: string, url: RegExp, name?: RegExp];

/** The stage of a frame; a sample belongs to the innermost frame that has one. */
const RULES: readonly Rule[] = [
  ["stripped types", /node:internal\/(deps\/amaro|modules\/typescript)/],
  ["modules", /node:internal\/(modules|main|bootstrap|process\/pre_execution)|compile-cache/],
  ["flush to disk", /publish\/publish\.ts/, /^(flush|settleTree)/],
  ["check of the tree", /state\/wholeness\.ts/],
  ["copy of the tree", /state\/tree\.ts/, /^copyFiles$/],
  ["front matter", /js-yaml|\/yaml\/|load\/(front-matter|recover-front-matter)\.ts/],
  ["validation", /\/zod\/|load\/(read-entry|text-characters|field-problems)\.ts/],
  ["markdown", /markdown-it|load\/(markdown|tokens\/.*|body-conditions)\.ts/],
  ["entries", /load\/(to-entry|labels)\.ts/],
  ["read files", /load\/load\.ts/, /^(scanSource|findChanged|listSources|readUtf8)?$/],
  ["messages", /load\/messages\.ts/],
  ["plan", /build\/plan\/|core\/facts\//],
  ["rendering", /server\/entry-server\.mjs|render\/make-page\.ts/],
  ["page files", /render\/render\.ts/],
  ["keys and jobs", /render\/(render-pages|jobs|rename-pages)\.ts/],
  ["search index", /write\/search-data\.ts/],
  ["sitemaps and other files", /build\/write\//],
  ["state", /build\/state\/|load\/entry-row/],
  ["publish", /build\/publish\//],
  ["threads", /build\/pool\.ts|core\/rpc\/|node:internal\/(worker|per_context\/messageport)/],
  ["bundler", /\/(vite|rolldown|@rolldown|fast-glob|picomatch|lightningcss)\/|build\/bundle\//],
  ["configuration and panels", /load\/(config|load|load-content)|import-module|cli\/models\//],
  ["command line", /commander|cli\/(main|run|program|commands|command-kit)/],
];

export const IDLE = "(idle)";

/** The stage of a call stack, innermost frame first. */
export function stageOf(stack: readonly Frame[]): string {
  const [innermost] = stack;
  if (innermost?.functionName === IDLE) return IDLE;
  if (innermost?.functionName === "(garbage collector)") return "garbage";
  for (const { functionName, url } of stack)
    for (const [stage, file, name] of RULES)
      if (file.test(url) && (!name || name.test(functionName))) return stage;
  return "other";
}
