import path from "node:path";
import { parseSync } from "vite";
import { isNode, walk, type Node } from "./syntax-tree.ts";

/** What `docs/glossary.md` says is not said. */
export interface AvoidedWords {
  /** Words of camel-case names, of files and of folders, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Whole names. */
  readonly names: ReadonlySet<string>;
  /** Words and phrases of comments. */
  readonly phrases: readonly string[];
}

/** Names of the column "not said" that mean something else in other places. */
const COMMON_NAMES = /^(?:[a-z]+|Analyser|Edit|Room|Voice|Visit|Look|Post|Words)$/;

const codeIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!);

/** Rows of the tables of one heading, as their cells. */
function rowsBelow(markdown: string, heading: string): readonly (readonly string[])[] {
  const [, section = ""] = markdown.split(`\n## ${heading}\n`);
  return section
    .split("\n## ", 1)[0]!
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:words|term) /.test(line))
    .map((line) => line.slice(1).replaceAll("\\|", "\uE000").split("|"));
}

/** Reads the avoided words from the text of the glossary. */
export function readAvoidedWords(glossary: string): AvoidedWords {
  const headings = Array.from(glossary.matchAll(/^## (.+)$/gm), ([, heading]) => heading!);
  const codesOf = (heading: string): string[] =>
    rowsBelow(glossary, heading).flatMap(([first = ""]) => codeIn(first));
  const avoidedNames = headings
    .filter((heading) => !/^(?:Words of|How the)/.test(heading))
    .flatMap((heading) => rowsBelow(glossary, heading))
    // `before` → `after` names what stands for it, too.
    .flatMap(([, , cell = ""]) => cell.split(",").flatMap((part) => codeIn(part.split("→")[0]!)))
    .filter((name) => /^\w+$/.test(name) && !COMMON_NAMES.test(name));
  return {
    words: new Set(codesOf("Words of names")),
    names: new Set(avoidedNames),
    phrases: codesOf("Words of comments"),
  };
}

/** The words of a camel-case, kebab-case or upper-case name. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_$\-./]+/);

/** Identifiers that a pattern binds. */
function* boundIn(pattern: unknown): Generator<Node> {
  if (!isNode(pattern)) return;
  if (pattern.type === "Identifier") yield pattern;
  else if (pattern.type === "AssignmentPattern") yield* boundIn(pattern["left"]);
  else if (pattern.type === "RestElement") yield* boundIn(pattern["argument"]);
  else if (pattern.type === "TSParameterProperty") yield* boundIn(pattern["parameter"]);
  else if (pattern.type === "ArrayPattern")
    for (const element of pattern["elements"] as unknown[]) yield* boundIn(element);
  else if (pattern.type === "ObjectPattern")
    for (const property of pattern["properties"] as Node[])
      // A shorthand repeats the name of a property, which is declared elsewhere.
      if (property.type === "RestElement") yield* boundIn(property);
      else if (!property["shorthand"]) yield* boundIn(property["value"]);
}

const isFunction = (value: unknown): boolean =>
  isNode(value) && /^(?:ArrowFunction|Function)Expression$/.test(value.type);

/** Identifiers that a node declares. */
function* declaredBy(node: Node): Generator<Node> {
  const { type, id, key, params, param, computed, value } = node;
  if (type === "VariableDeclarator") yield* boundIn(id);
  else if (/^(?:Function|Class|TSInterface|TSTypeAlias)Declaration$/.test(type)) yield* boundIn(id);
  else if (type === "CatchClause") yield* boundIn(param);
  else if (type === "TSTypeParameter") yield* boundIn(node["name"]);
  else if (
    /^(?:TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(type)
  ) {
    if (!computed) yield* boundIn(key);
  } else if (type === "Property" && !computed && isFunction(value)) yield* boundIn(key);
  if (/Function(?:Declaration|Expression)$/.test(type) || /^TS(?:Function|Method)/.test(type)) {
    const list = Array.isArray(params) ? params : ((params as Node | undefined)?.["items"] ?? []);
    for (const each of list as unknown[]) yield* boundIn(each);
  }
}

/** A name or a phrase of a file that the glossary avoids. */
export interface Avoided {
  readonly kind: "name" | "comment" | "file";
  readonly text: string;
}

/** Finds what a source file declares, says in comments, and is called. @param file with `/` */
export function createAvoidedFinder({ words, names, phrases }: AvoidedWords) {
  const phrase = new RegExp(
    `\\b(?:${phrases.join("|").replaceAll(" ", "\\s+(?:\\*\\s+)?")})\\b`,
    "i",
  );
  const isAvoided = (name: string): boolean => names.has(name) || isAvoidedWord(wordsOfName(name));
  const isAvoidedWord = (parts: readonly string[]): boolean =>
    parts.some(
      (word, at) =>
        words.has(word) && !(word === "shelf" && /^(?:low|high)$/.test(parts[at - 1] ?? "")),
    );
  return {
    inFile(file: string, source: string): readonly Avoided[] {
      const found: Avoided[] = [];
      if (isAvoidedWord(wordsOfName(file)))
        found.push({ kind: "file", text: path.posix.basename(file) });
      const { program, comments } = parseSync(file, source);
      for (const node of walk(program as unknown as Node))
        for (const { name } of [...declaredBy(node)] as unknown as { readonly name: string }[])
          if (isAvoided(name)) found.push({ kind: "name", text: name });
      for (const { value } of comments) {
        const text = phrase.exec(value)?.[0];
        if (text !== undefined)
          found.push({
            kind: "comment",
            text: text.replaceAll(/\s+(?:\*\s+)?/g, " ").toLowerCase(),
          });
      }
      return found;
    },
  };
}
