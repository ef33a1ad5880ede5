import type { ObjectStructure, Structure } from "./structure.ts";

/** A violation of the structure, with the codes of the contract's schemas. */
export class StructureFault extends Error {
  override readonly name = "StructureFault";
  readonly code: "too_big" | "too_small" | "invalid_type" | "unrecognized_keys" | "syntax";
  /** Name of the field in the outermost object. */
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
 * Checks a JSON text against a structure, up to the first violation: types, names of fields (each
 * at most once), required fields, numbers of items and lengths of strings. It creates nothing but
 * names and numbers, and recurses only as deep as the structure. It does not check whether the text
 * is valid JSON, which is left to the parser: parts of an invalid text may be skipped.
 * @throws {StructureFault}
 */
export function checkStructure(text: string, structure: Structure): void {
  new StructureCheck(text).run(structure);
}

/** A single pass over a text; methods starting with `pass` advance `at` past what they read. */
class StructureCheck {
  private readonly text: string;
  private at = 0;
  /** Current field of the outermost object. */
  private field: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  run(structure: Structure): void {
    this.skipSpace();
    this.check(structure, 0);
    this.skipSpace();
    if (this.at < this.text.length) this.fail("syntax");
  }

  private fail(code: StructureFault["code"]): never {
    throw new StructureFault(code, this.field);
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }
  /** Advances past a character if it comes next. */

  private passes(sign: number): boolean {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: number): void {
    if (!this.passes(sign)) this.fail("syntax");
  }

  private check(structure: Structure, depth: number): void {
    const sign = this.text.charCodeAt(this.at);
    switch (structure.kind) {
      case "string":
        if (sign !== QUOTE) this.fail("invalid_type");
        this.passString(structure.longest);
        return;
      case "number":
        this.checkNumber(structure.min, structure.max);
        return;
      case "boolean":
        if (sign !== LETTER_T && sign !== LETTER_F) this.fail("invalid_type");
        this.passWord();
        return;
      case "array":
        if (sign !== OPEN_LIST) this.fail("invalid_type");
        this.at++;
        this.checkItems(structure.item, structure.maxItems, depth);
        return;
      case "record":
        if (sign !== OPEN_OBJECT) this.fail("invalid_type");
        this.at++;
        this.checkRecord(structure, depth);
        return;
      case "object":
        if (sign !== OPEN_OBJECT) this.fail("invalid_type");
        this.at++;
        this.checkObject(structure, depth);
    }
  }

  /** @returns whether the string has escapes */

  private passString(longest: number): boolean {
    let left = longest;
    let hasEscapes = false;
    for (this.at++; ; this.at++) {
      const sign = this.text.charCodeAt(this.at);
      if (sign === QUOTE) break;
      if (sign !== sign) this.fail("syntax");
      if (sign === BACKSLASH) {
        hasEscapes = true;
        this.at += this.text.charCodeAt(this.at + 1) === LETTER_U ? 5 : 1;
      }
      if (--left < 0) this.fail("too_big");
    }
    this.at++;
    return hasEscapes;
  }

  private passWord(): string {
    const start = this.at;
    while (!isEnd(this.text.charCodeAt(this.at))) this.at++;
    return this.text.slice(start, this.at);
  }

  private checkNumber(min: number, max: number): void {
    const sign = this.text.charCodeAt(this.at);
    if (sign !== 0x2d && !(sign >= 0x30 && sign <= 0x39)) this.fail("invalid_type");
    const value = Number(this.passWord());
    if (value < min) this.fail("too_small");
    if (value > max) this.fail("too_big");
  }

  private checkItems(item: Structure, maxItems: number, depth: number): void {
    if (this.passes(CLOSE_LIST)) return;
    for (let count = 1; ; count++) {
      if (count > maxItems) this.fail("too_big");
      this.skipSpace();
      this.check(item, depth + 1);
      if (this.passes(CLOSE_LIST)) return;
      this.expect(COMMA);
    }
  }

  /** Reads a field name and advances to its value. */

  private passName(longest: number): string {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== QUOTE) this.fail("syntax");
    const start = this.at;
    const hasEscapes = this.passString(longest);
    const name = hasEscapes
      ? this.unescape(this.text.slice(start, this.at))
      : this.text.slice(start + 1, this.at - 1);
    this.expect(COLON);
    this.skipSpace();
    return name;
  }

  private unescape(quoted: string): string {
    try {
      return JSON.parse(quoted) as string;
    } catch {
      return this.fail("syntax");
    }
  }

  private checkRecord(record: Structure & { kind: "record" }, depth: number): void {
    const { value, longestName, maxEntries } = record;
    if (this.passes(CLOSE_OBJECT)) return;
    const names = new Set<string>();
    for (;;) {
      if (names.size === maxEntries) this.fail("too_big");
      const name = this.passName(longestName);
      if (names.has(name)) this.fail("unrecognized_keys");
      names.add(name);
      this.check(value, depth + 1);
      if (this.passes(CLOSE_OBJECT)) return;
      this.expect(COMMA);
    }
  }

  private checkObject({ fields, required, longestName }: ObjectStructure, depth: number): void {
    let seen = 0;
    if (!this.passes(CLOSE_OBJECT))
      for (;;) {
        if (depth === 0) this.field = undefined;
        const name = this.passName(longestName);
        const known = fields.get(name);
        if (known === undefined || seen & known.bit) return this.fail("unrecognized_keys");
        seen |= known.bit;
        if (depth === 0) this.field = name;
        this.check(known.structure, depth + 1);
        if (this.passes(CLOSE_OBJECT)) break;
        this.expect(COMMA);
      }
    const missing = required & ~seen;
    if (missing === 0) return;
    if (depth === 0) this.field = [...fields].find(([, { bit }]) => missing & bit)?.[0];
    this.fail("invalid_type");
  }
}
