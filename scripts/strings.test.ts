import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

/** Attributes, props and fields whose text is shown or read aloud. */
const SHOWN = new Set(
  (
    "action alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext " +
    "caption description error heading hint label placeholder summary tagline text title"
  ).split(" "),
);
/** Properties of elements whose text is shown when a script sets them. */
const SET = new Set(["ariaLabel", "innerHTML", "innerText", "placeholder", "textContent", "title"]);
/** A sheet of all controls in English, for those who work on them: no part of the site. */
const SHEET = /^runtime\/(pages\/KitchenSink\.tsx|parts\/(KitchenSinkBlocks\.tsx|samples\.ts))$/;
/** Words that are heard in a recording stay in its language. */
const SPOKEN = "runtime/parts/sample/tool-samples.ts";
/** Signs that are the same in every language; M and S mute and solo a track on any desk. */
const SIGNS = new Set(["dB", "Esc", "F6", "kHz", "M", "S"]);
/** Weights of notices, which are no words. */
const WEIGHTS = new Set(["plain", "good", "bad", "attention"]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}
interface Source {
  readonly file: string;
  readonly text: string;
}
interface Texts {
  /** Keys of `locales/en` as `file:key`, plural forms as one. */
  readonly keys: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const hasLetters = (text: string): boolean =>
  /\p{L}/u.test(text.replace(/&\w+;/g, "")) && !SIGNS.has(text.trim()) && !WEIGHTS.has(text);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) yield* walk(child);
}

const parse = ({ file, text }: Source): Node =>
  parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
const locationOf = ({ file, text }: Source, { start }: Node): string =>
  `${file}:${text.slice(0, start).split("\n").length}`;

/** Name of an attribute, a field or a property. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return node.type === "Literal" ? String(node["value"]) : "";
}

/** The text of a literal, or the parts of a template between its values. */
function partsOf(node: Node): readonly string[] | null {
  if (node.type === "Literal" && typeof node["value"] === "string") return [node["value"]];
  if (node.type !== "TemplateLiteral") return null;
  return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
}

/** Literals that an expression may come out as. */
function* outcomes(node: unknown): Generator<Node> {
  if (!isNode(node)) return;
  switch (node.type) {
    case "Literal":
    case "TemplateLiteral":
      yield node;
      break;
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      yield* outcomes(node["expression"]);
      break;
    case "ConditionalExpression":
      yield* outcomes(node["consequent"]);
      yield* outcomes(node["alternate"]);
      break;
    case "LogicalExpression":
    case "BinaryExpression":
      if (/^(\+|\|\||&&|\?\?)$/.test(node["operator"] as string)) {
        yield* outcomes(node["left"]);
        yield* outcomes(node["right"]);
      }
      break;
  }
}

/** Parts of a node that visitors see, literal or not. */
function* shownIn(node: Node): Generator<unknown> {
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      yield* (node["children"] as Node[]).filter(({ type }) => type === "JSXExpressionContainer");
      break;
    case "JSXAttribute":
      if (SHOWN.has(nameOf(node["name"]))) yield node["value"];
      break;
    case "Property":
      if (SHOWN.has(nameOf(node["key"]))) yield node["value"];
      break;
    case "AssignmentExpression": {
      const left = node["left"] as Node;
      if (left.type === "MemberExpression" && SET.has(nameOf(left["property"])))
        yield node["right"];
      break;
    }
    case "CallExpression": {
      const callee = node["callee"] as Node;
      const [first, second] = node["arguments"] as Node[];
      if (nameOf(callee["property"]) === "setAttribute" && SHOWN.has(nameOf(first))) yield second;
      if (/^(alert|confirm|prompt)$/.test(nameOf(callee) || nameOf(callee["property"])))
        yield first;
      break;
    }
  }
}

/** Whether a literal is the key of a message: what is shown is then its text. */
const isKey = (parts: readonly string[], { keys, files }: Texts): boolean =>
  parts.length === 1
    ? keys.has(parts[0]!)
    : files.has(parts[0]!.split(":")[0]!) && parts[0]!.includes(":");

/** Texts in the code that belong into `locales/`. */
function literalsOf(source: Source, texts: Texts): string[] {
  const found: [start: number, text: string][] = [];
  const add = (node: Node, text: string): void => {
    found.push([node.start, `${locationOf(source, node)} ${JSON.stringify(text.trim())}`]);
  };
  for (const node of walk(parse(source))) {
    if (node.type === "JSXText" && hasLetters(node["value"] as string))
      add(node, node["value"] as string);
    for (const shown of shownIn(node))
      for (const literal of outcomes(shown)) {
        const parts = partsOf(literal);
        if (parts?.some(hasLetters) && !isKey(parts, texts)) add(literal, parts.join("…"));
      }
  }
  return found.sort(([a], [b]) => a - b).map(([, text]) => text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What the code says of messages: keys that do not exist, and those that it looks up. */
function lookupsOf(source: Source, { keys, files }: Texts): { unknown: string[]; used: string[] } {
  const unknown: string[] = [];
  const used: string[] = [];
  const all = [...keys];
  const bare = new Map(all.map((key) => [key.slice(key.indexOf(":") + 1), key]));
  for (const node of walk(parse(source))) {
    const parts = partsOf(node);
    if (parts?.length === 1) {
      const [text] = parts as [string];
      const [file, rest] = text.split(":", 2) as [string, string?];
      if (keys.has(text)) used.push(text);
      else if (files.has(file) && rest !== undefined && /^[\w-]+(\.[\w-]+)*$/.test(rest))
        unknown.push(`${locationOf(source, node)} ${text}`);
      // Small scripts load a file and look up in that alone.
      else if (text.includes(".") && bare.has(text)) used.push(bare.get(text)!);
    } else if (parts) {
      const [first] = parts as [string, ...string[]];
      const named = files.has(first.split(":")[0]!) && first.includes(":");
      // What names only the file, or nothing at all, says nothing.
      const constantText = (named ? parts.join("") : first).replace(/^[\w-]+:/, "");
      if (!(named ? /[a-z]/i : /[a-z]\./i).test(constantText)) continue;
      const pattern = new RegExp(`^${named ? "" : "\\w+:"}${parts.map(escaped).join("[\\w.-]+")}$`);
      const matching = all.filter((key) => pattern.test(key));
      used.push(...matching);
      if (named && matching.length === 0)
        unknown.push(`${locationOf(source, node)} ${parts.join("…")}`);
    }
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "t")
      for (const literal of outcomes((node["arguments"] as unknown[])[0])) {
        const [first] = partsOf(literal) as [string];
        if (!files.has(first.split(":")[0]!) || !first.includes(":"))
          unknown.push(`${locationOf(source, literal)} ${first} names no message file`);
      }
  }
  return { unknown, used };
}

const PLURAL = /_(ordinal_)?(zero|one|two|few|many|other)$/;

function textsOf(trees: Readonly<Record<string, object>>): Texts {
  const keys = new Set<string>();
  const collect = (prefix: string, tree: object): void => {
    for (const [name, value] of Object.entries(tree) as [string, string | object][])
      if (typeof value === "object") collect(`${prefix}${name}.`, value);
      else
        keys.add(
          prefix +
            (PLURAL.test(name) && `${name.replace(PLURAL, "")}_other` in tree
              ? name.replace(PLURAL, "")
              : name),
        );
  };
  for (const [file, tree] of Object.entries(trees)) collect(`${file}:`, tree);
  return { keys, files: new Set(Object.keys(trees)) };
}

/** All texts of a tree of messages. */
const textsIn = (tree: object): string[] =>
  Object.values(tree).flatMap((value: string | object) =>
    typeof value === "string" ? [value] : textsIn(value),
  );

describe("this test itself", () => {
  const texts = textsOf({
    common: { save: "Save", n_one: "one", n_other: "{{count}}", cost: { free: "Free" } },
    "panel-a": { start: "Start", gain: { label: "Gain" } },
  });
  const literals = (text: string) =>
    literalsOf({ file: "x.tsx", text }, texts).map((found) => JSON.parse(found.slice(8)) as string);

  it.each<[string, string[]]>([
    ["<p>Hello <b>{name}</b>!</p>", ["Hello"]],
    ['<img alt="A wave" src="a.png" className="big" />', ["A wave"]],
    ['<a title={on ? "On" : `Off ${x}`} />', ["On", "Off …"]],
    ['<Field label="Name" hint={wrong && "Mend it"} type="text" />', ["Name", "Mend it"]],
    ['<p>{ready ? "Ready" : t("common:save")}</p>', ["Ready"]],
    ['const tabs = [{ id: "first", label: "First" }];', ["First"]],
    ['element.textContent = "Done"; element.className = "done";', ["Done"]],
    ['element.setAttribute("aria-label", "Close"); alert("Stop");', ["Close", "Stop"]],
    ["<>Ende · {' größer '}</>", ["Ende ·", "größer"]],
    ['<p title="common:save" aria-label={t("common:save")}>{count}&nbsp;·</p>', []],
    ['<use label={`common:cost.${x}`} d="M8 64A52" role="img" />', []],
  ])("LOC-7 in %s it finds %j", (text, expected) => {
    expect(literals(text)).toEqual(expected);
  });

  it("LOC-7 it knows which messages are looked up, and which do not exist", () => {
    const lookups = (text: string) => lookupsOf({ file: "x.tsx", text }, texts);
    expect(lookups('t("common:save"); show({ key: "common:n" })').used).toEqual([
      "common:save",
      "common:n",
    ]);
    expect(lookups("t(`common:cost.${x}`); text(`cost.${x}`); text('cost.free')").used).toEqual(
      Array.from({ length: 3 }, () => "common:cost.free"),
    );
    expect(lookups('t("common:n", { count })')).toEqual({ unknown: [], used: ["common:n"] });
    expect(lookups('t("common:gone"); t(`common:costs.${x}`); t("save"); t("other:save")')).toEqual(
      {
        used: [],
        unknown: [
          "x.tsx:1 common:gone",
          "x.tsx:1 common:costs.…",
          "x.tsx:1 save names no message file",
          "x.tsx:1 other:save names no message file",
        ],
      },
    );
    expect(lookups("t(`panel-a:${x}.label`); t('panel-a:start')")).toEqual({
      unknown: [],
      used: ["panel-a:gain.label", "panel-a:start"],
    });
    expect(lookups("t(`panel-a:${x}.hint`)").unknown).toEqual(["x.tsx:1 panel-a:….hint"]);
    expect(lookups('on("common:n_one")').unknown).toEqual(["x.tsx:1 common:n_one"]);
    expect(lookups('import "node:fs"; const css = "a:hover"; t(key)')).toEqual({
      unknown: [],
      used: [],
    });
  });

  it("LOC-7 it says where", () => {
    expect(literalsOf({ file: "a.tsx", text: "const a = 1;\n\n<p>Ä</p>;" }, texts)).toEqual([
      'a.tsx:3 "Ä"',
    ]);
  });
});

describe("the site", () => {
  const ENGLISH = path.join(ROOT, "locales/en");
  const read = (file: string): object => JSON.parse(fs.readFileSync(file, "utf8")) as object;
  const PANELS = path.join(ROOT, "runtime/panels");
  const panelTexts = [
    ["panel-kit", read(path.join(ENGLISH, "panel-kit.json"))] as const,
    ...fs
      .readdirSync(PANELS)
      .map((panel) => [`panel-${panel}`, path.join(PANELS, panel, "messages/en.json")] as const)
      .filter(([, file]) => fs.existsSync(file))
      .map(([name, file]) => [name, read(file)] as const),
  ];
  const texts = textsOf(
    Object.fromEntries([
      ...fs
        .readdirSync(ENGLISH)
        .filter((name) => name.endsWith(".json"))
        .map((name) => [path.basename(name, ".json"), read(path.join(ENGLISH, name))] as const),
      ...panelTexts,
    ]),
  );
  const sources = ["runtime", "core", "audio/tasks"].flatMap((room) =>
    fs
      .readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|(^|[\\/])\.tsc/.test(name))
      .map((name): Source => ({
        file: path.posix.join(room, name.replaceAll("\\", "/")),
        text: fs.readFileSync(path.join(ROOT, room, name), "utf8"),
      })),
  );

  it("LOC-7 has no text of its own in components and scripts", () => {
    const runtime = sources.filter(
      ({ file }) => file.startsWith("runtime/") && !SHEET.test(file) && file !== SPOKEN,
    );
    expect(runtime.length).toBeGreaterThan(50);
    expect(runtime.flatMap((source) => literalsOf(source, texts))).toEqual([]);
  });

  const lookups = sources.map((source) => lookupsOf(source, texts));

  it("LOC-7 looks up only messages that exist", () => {
    expect(lookups.flatMap(({ unknown }) => unknown)).toEqual([]);
  });

  it("LOC-7 has no sentence in two panels, nor in a panel and in their kit", () => {
    const namesOfText = new Map<string, Set<string>>();
    for (const [name, tree] of panelTexts)
      for (const text of textsIn(tree))
        namesOfText.set(text, (namesOfText.get(text) ?? new Set()).add(name));
    expect(namesOfText.size).toBeGreaterThan(100);
    const doubled = [...namesOfText].filter(([, names]) => names.size > 1);
    expect(doubled.map(([text, names]) => `${text}: ${[...names].join(", ")}`)).toEqual([]);
  });

  it("LOC-7 looks up every message that there is to translate", () => {
    const used = new Set(lookups.flatMap((each) => each.used));
    expect(used.size).toBeGreaterThan(100);
    // What the server and the build read, and what is said by tools that listen to a file.
    const elsewhere = /^(?:emails|payments):|^common:site\.description$|^errors:file\.silent$/;
    expect([...texts.keys].filter((key) => !used.has(key) && !elsewhere.test(key))).toEqual([]);
  });
});
