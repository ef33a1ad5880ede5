import fs from "node:fs";
import path from "node:path";
import type { ContentType } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import { withIo } from "../files/files.ts";
import { templateFile } from "../files/template-file.ts";
import type { LoadedSite } from "./load-site.ts";

/** Starter text that `toolkit new` writes after a page's name. */
export const STARTERS = {
  tool: {
    title: "Say What It Does",
    description: "say in one sentence what the visitor gets and in another how it works.",
    heading: "say what the visitor does here",
  },
  voice: {
    title: "Say What Voice It Is",
    description: "say what the voice sounds like, which texts it suits, and that it is synthetic.",
    heading: "say what voice it is",
    sample: "Write here the sentence that this voice speaks as its sample.",
  },
  policy: {
    title: "Say What It Settles",
    description: "say in one or two sentences what this page settles, and for whom.",
    heading: "say what this page settles",
  },
  page: {
    title: "Say What It Is For",
    description: "say in one or two sentences what the visitor finds on this page.",
    heading: "say what the visitor does here",
  },
} as const;

const KINDS: Readonly<Record<ContentType, keyof typeof STARTERS>> = {
  tools: "tool",
  voices: "voice",
  policies: "policy",
  pages: "page",
};

/** Field name or list marker before a text. */
const LEAD = /^\s*(?:- )?(?:[a-z]+: )?/;
/** Names of parts and questions suit any page, and may stay unchanged. */
const STAYS = /^## |^\s*- question: |\{\{|^\s*\w+:$|^-*$/;

/** Texts of a template that describe what to write. */
function instructionsOf(
  folders: Pick<LoadedSite, "root" | "home">,
  kind: keyof typeof STARTERS,
): string[] {
  const file = templateFile(folders, `${kind}.md`);
  const lines = withIo(file, () => fs.readFileSync(file, "utf8")).split("\n");
  const own = lines.filter((line) => !STAYS.test(line) && !line.startsWith("limits: "));
  return [...own.map((line) => line.replace(LEAD, "")), ...Object.values(STARTERS[kind])];
}

/** Pages in the default language that still contain a starter text of `toolkit new` (CLI-5). */
export function checkStarters({
  root,
  home,
  texts,
}: Pick<LoadedSite<AnyEntry>, "root" | "home" | "texts">): Problem[] {
  const known = new Map<ContentType, string[]>();
  return texts.flatMap(({ entry: { file, type, source } }) => {
    if (!source) return [];
    const starters = known.get(type) ?? instructionsOf({ root, home }, KINDS[type]);
    known.set(type, starters);
    const lines = withIo(file, () => fs.readFileSync(path.join(root, file), "utf8")).split("\n");
    const left = lines.flatMap((line, at) =>
      starters.some((text) => line.includes(text))
        ? [{ line: at + 1, text: line.replace(LEAD, "") }]
        : [],
    );
    if (left[0] === undefined) return [];
    const { line, text } = left[0];
    return [problem("STARTER_TEXT", { count: left.length, text }, { file, line }, "warning")];
  });
}
