import type { ObjectStructure, Structure } from "./structure.ts";

/** What is wrong with a text, in the words of the contract's schemas. */
export class StructureFault extends Error {
  override readonly name = "StructureFault";
  readonly code: "too_big" | "too_small" | "invalid_type" | "unrecognized_keys" | "syntax";
  /** Of the field of the outermost object. */
  readonly path: readonly string[];

  constructor(code: StructureFault["code"], field?: string) {
    super(code);
    this.code = code;
    this.path = field === undefined ? [] : [field];
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LETTER_F = 0x66;
const LETTER_T = 0x74;
const LETTER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const isSpace = (sign: number): boolean =>
  sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;
const isEnd = (sign: number): boolean =>
  sign === COMMA || sign === CLOSE_LIST || sign === CLOSE_OBJECT || isSpace(sign) || sign !== sign;

/**
 * Holds a JSON text to a structure, from its start to the first fault: types, names of fields (each
 * once), fields that must be there, counts of items and lengths of strings. It makes nothing of the
 * text but names and numbers, and goes as deep as the structure does. Whether the text is JSON is for
 * a parser to say: of one that is not, part may be passed over here.
 * @throws {StructureFault}
 */
export function checkStructure(text: string, structure: Structure): void {
  let at = 0;
  /** Field of the outermost object. */
  let field: string | undefined;
  skipSpace();
  check(structure, 0);
  skipSpace();
  if (at < text.length) fail("syntax");

  function fail(code: StructureFault["code"]): never {
    throw new StructureFault(code, field);
  }
  function skipSpace(): void {
    while (isSpace(text.charCodeAt(at))) at++;
  }
  /** Whether a sign comes next; if so it is passed. */
  function passes(sign: number): boolean {
    skipSpace();
    if (text.charCodeAt(at) !== sign) return false;
    at++;
    return true;
  }
  function expect(sign: number): void {
    if (!passes(sign)) fail("syntax");
  }

  function check(wanted: Structure, depth: number): void {
    const sign = text.charCodeAt(at);
    switch (wanted.kind) {
      case "string":
        if (sign !== QUOTE) fail("invalid_type");
        passString(wanted.longest);
        return;
      case "number":
        checkNumber(wanted.least, wanted.most);
        return;
      case "boolean":
        if (sign !== LETTER_T && sign !== LETTER_F) fail("invalid_type");
        passWord();
        return;
      case "array":
        if (sign !== OPEN_LIST) fail("invalid_type");
        at++;
        checkItems(wanted.item, wanted.most, depth);
        return;
      case "record":
        if (sign !== OPEN_OBJECT) fail("invalid_type");
        at++;
        checkRecord(wanted, depth);
        return;
      case "object":
        if (sign !== OPEN_OBJECT) fail("invalid_type");
        at++;
        checkObject(wanted, depth);
    }
  }

  /** @returns whether it had escapes */
  function passString(longest: number): boolean {
    let left = longest;
    let hasEscapes = false;
    for (at++; ; at++) {
      const sign = text.charCodeAt(at);
      if (sign === QUOTE) break;
      if (sign !== sign) fail("syntax");
      if (sign === BACKSLASH) {
        hasEscapes = true;
        at += text.charCodeAt(at + 1) === LETTER_U ? 5 : 1;
      }
      if (--left < 0) fail("too_big");
    }
    at++;
    return hasEscapes;
  }
  function passWord(): string {
    const start = at;
    while (!isEnd(text.charCodeAt(at))) at++;
    return text.slice(start, at);
  }
  function checkNumber(least: number, most: number): void {
    const sign = text.charCodeAt(at);
    if (sign !== 0x2d && !(sign >= 0x30 && sign <= 0x39)) fail("invalid_type");
    const value = Number(passWord());
    if (value < least) fail("too_small");
    if (value > most) fail("too_big");
  }
  function checkItems(item: Structure, most: number, depth: number): void {
    if (passes(CLOSE_LIST)) return;
    for (let count = 1; ; count++) {
      if (count > most) fail("too_big");
      skipSpace();
      check(item, depth + 1);
      if (passes(CLOSE_LIST)) return;
      expect(COMMA);
    }
  }

  /** The name of a field, up to its value. */
  function passName(longest: number): string {
    skipSpace();
    if (text.charCodeAt(at) !== QUOTE) fail("syntax");
    const start = at;
    const hasEscapes = passString(longest);
    const name = hasEscapes ? unescape(text.slice(start, at)) : text.slice(start + 1, at - 1);
    expect(COLON);
    skipSpace();
    return name;
  }
  function unescape(quoted: string): string {
    try {
      return JSON.parse(quoted) as string;
    } catch {
      return fail("syntax");
    }
  }
  function checkRecord(record: Structure & { kind: "record" }, depth: number): void {
    const { value, longestName, most } = record;
    if (passes(CLOSE_OBJECT)) return;
    const names = new Set<string>();
    for (;;) {
      if (names.size === most) fail("too_big");
      const name = passName(longestName);
      if (names.has(name)) fail("unrecognized_keys");
      names.add(name);
      check(value, depth + 1);
      if (passes(CLOSE_OBJECT)) return;
      expect(COMMA);
    }
  }
  function checkObject({ fields, required, longestName }: ObjectStructure, depth: number): void {
    let seen = 0;
    if (!passes(CLOSE_OBJECT))
      for (;;) {
        if (depth === 0) field = undefined;
        const name = passName(longestName);
        const known = fields.get(name);
        if (known === undefined || seen & known.bit) return fail("unrecognized_keys");
        seen |= known.bit;
        if (depth === 0) field = name;
        check(known.structure, depth + 1);
        if (passes(CLOSE_OBJECT)) break;
        expect(COMMA);
      }
    const missing = required & ~seen;
    if (missing === 0) return;
    if (depth === 0) field = [...fields].find(([, { bit }]) => missing & bit)?.[0];
    fail("invalid_type");
  }
}
