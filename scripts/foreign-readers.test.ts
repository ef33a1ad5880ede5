import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
/** Folders whose readers are looked for. */
const ROOMS = ["server", "core", "runtime", "cli", "audio"];
/** Names of parameters that hold text which somebody else may have written. */
const TEXT =
  /^(text|html|xml|json|markup|source|raw|tag|body|complaint|document|playlist|written|comment|yaml|markdown)$/;
/** Functions with such a parameter that read no text of strangers, by their files, by the reason. */
const EXEMPT_BY_REASON: Readonly<Record<string, readonly string[]>> = {
  "a number that the database writes": ["server/db/open-postgres.ts parseInteger"],
  "looks at no character of it": [
    "audio/podcast/script/script.ts secondsOf",
    "cli/dev/answer.ts html",
    "cli/terminal/line.ts line",
    "runtime/audio/waveform/mark-side.ts markSide",
    "runtime/i18n/isolate.ts isolate",
  ],
  "a constant of the program": [
    "audio/restoration/mix/read-layers.ts readLayers",
    "runtime/workspace/keyboard/keyboard-match.ts parseCombo",
  ],
  "files of a model, whose bytes models/lock.json fixes": [
    "audio/nets/speaking/kokoro.ts readKokoroVocabulary",
    "audio/nets/speaking/piper.ts readPiperConfig",
    "audio/nets/studio/moonshine-tokens.ts readVocabulary",
    "audio/nets/studio/whisper-tokens.ts readWhisperVocabulary",
    "cli/models/word-errors.ts wordsOf",
  ],
  "speaks each phrase as it is read; its words are those of splitWords": [
    "audio/speech/phrases.ts readPhrases",
  ],
  "typed by the person who runs the command": [
    "cli/account/api-address.ts parseApiAddress",
    "cli/account/ask.ts isCode",
    "cli/account/ask.ts isEmail",
    "cli/account/open-address.ts parseWebAddress",
    "cli/account/profiles.ts parseProfileName",
    "cli/preview/listen.ts parsePort",
  ],
  "shown in a terminal, after cleanText has cut it": [
    "cli/terminal/line.ts wrapText",
    "cli/text/display-width.ts displayWidth",
    "cli/text/display-width.ts fit",
    "cli/text/display-width.ts frontOf",
    "cli/text/display-width.ts truncate",
  ],
  "files of the site itself, which its owner keeps and runs": [
    "cli/build/load/config-place.ts placeInConfig",
    "cli/build/load/config-place.ts placeOfFailure",
    "cli/build/render/image/lines.ts piecesOf",
    "cli/build/render/image/lines.ts setTitle",
    "cli/build/render/image/shape.ts shapeLine",
    "cli/build/render/image/shape.ts undrawable",
    "cli/build/render/rename-assets.ts renameAssets",
    "cli/check/fix.ts applyEdits",
    "cli/check/messages/messages-forms.ts holdsPlaceholders",
    "cli/check/messages/messages-length.ts columnsOf",
    "cli/check/place.ts positionOf",
    "cli/check/site/host-files.ts checkRedirects",
    "cli/check/site/page.ts readPage",
    "cli/check/site/structured-data.ts checkStructuredData",
    "cli/check/texts.ts lengthOf",
    "cli/files/field-places.ts fieldPlaces",
    "cli/files/field-places.ts linesOf",
    "cli/glossary/find-avoided.ts compile",
    "cli/glossary/find-punctuation.ts findPunctuation",
    "cli/glossary/find-typography.ts findTypography",
    "cli/locales/stamp-text.ts stampText",
    "cli/locales/unchanged.ts messagesIn",
    "cli/locales/unchanged.ts sectionsIn",
    "cli/new/config-list.ts addToList",
    "cli/new/config-list.ts listElements",
    "cli/new/stubs.ts isStub",
    "cli/preview/rules/path-pattern.ts compilePattern",
    "cli/rename/config-text.ts moveInConfig",
    "cli/rename/move-text.ts moveLinks",
    "cli/rename/move-text.ts moveWord",
  ],
};
const EXEMPT = new Set(Object.values(EXEMPT_BY_REASON).flat());

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/\/(\.tsc|testing)\//.test(file));

const parse = (file: string, source: string): readonly Node[] =>
  parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body as unknown as Node[];

/** Names of exported functions whose first parameter is such a text. */
function readersOf(file: string, source: string): readonly string[] {
  const isReader = (fn: Node | null | undefined): boolean => {
    if (!fn || !/Function/.test(fn.type)) return false;
    const [first] = fn["params"] as Node[];
    const type = (first?.["typeAnnotation"] as Node | undefined)?.["typeAnnotation"] as Node;
    return type?.type === "TSStringKeyword" && TEXT.test(String(first!["name"]));
  };
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declaration = statement["declaration"] as Node | null;
    const made =
      declaration?.type === "VariableDeclaration"
        ? (declaration["declarations"] as Node[]).map((one) => [one["id"], one["init"]])
        : [[declaration?.["id"], declaration]];
    return made
      .filter(([, fn]) => isReader(fn as Node | null))
      .map(([id]) => String((id as Node)["name"]));
  });
}

/** What tests that measure growth import, as `file name`. */
function measuredIn(file: string, source: string): readonly string[] {
  if (!source.includes("tests/growth/expect-linear-time.ts")) return [];
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ImportDeclaration") return [];
    const from = String((statement["source"] as Node)["value"]);
    const target = path.posix.join(path.posix.dirname(file), from);
    return (statement["specifiers"] as Node[]).map(
      (one) => `${target} ${String((one["imported"] as Node | undefined)?.["name"])}`,
    );
  });
}

describe("readers of text that others wrote", () => {
  const sources = new Map(
    ROOMS.flatMap(filesIn).map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]),
  );
  const measured = new Set([...sources].flatMap(([file, source]) => measuredIn(file, source)));
  const readers = [...sources]
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .flatMap(([file, source]) => readersOf(file, source).map((name) => `${file} ${name}`));

  it("are found by their parameters", () => {
    const source = `
      export function read(text: string): void {}
      export const parse = (html: string, base: URL): number => 1;
      export const other = (name: string): number => 1;
      const own = (text: string): number => 1;
    `;
    expect(readersOf("a.ts", source)).toEqual(["read", "parse"]);
    expect(readers).toContain("server/download/lists/dash.ts parseManifest");
  });

  it("each have a test that their time grows with the length of the text", () => {
    expect(readers.filter((reader) => !measured.has(reader) && !EXEMPT.has(reader))).toEqual([]);
  });

  it("are exempt only while they exist", () => {
    expect([...EXEMPT].filter((name) => !readers.includes(name))).toEqual([]);
    expect([...EXEMPT].filter((name) => measured.has(name))).toEqual([]);
  });
});
