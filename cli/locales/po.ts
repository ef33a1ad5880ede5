import {
  type Exchange,
  type Returned,
  type ReturnedFile,
  ExchangeFault,
  needsLook,
} from "./exchange.ts";

/** A quoted string, one line per line of text. */
function quote(text: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [""];
  const quoted = lines.map((line) =>
    JSON.stringify(line).replace(/\\(?:u00([0-9a-f]{2})|.)/gs, (escape, hex?: string) =>
      hex === undefined ? escape : `\\x${hex}`,
    ),
  );
  return lines.length > 1 ? `""\n${quoted.join("\n")}` : quoted[0]!;
}

/**
 * Writes an exchange as a gettext catalog. Each plural form is an entry of its own, so that
 * gettext's plural rules do not interfere; the context identifies entries.
 */
export function writePo({ language, style, files }: Exchange): string {
  const header = `Language: ${language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nX-Generator: toolkit\n`;
  let text = `${style.map((line) => `# ${line}\n`).join("")}msgid ""\nmsgstr ${quote(header)}\n`;
  for (const { original, groups } of files)
    for (const { units } of groups)
      for (const { id, source, was, target, state, notes, terms, format } of units) {
        text += "\n";
        for (const note of notes) text += `#. ${note}\n`;
        for (const { english, translation, definition } of terms)
          text += `#. Term: ${english} = ${translation}. ${definition}\n`;
        text += `#: ${original}\n`;
        if (needsLook(state)) text += `#, fuzzy\n#. ${state}\n`;
        if (format === "message" && /\{\{/.test(source)) text += "#, i18next-format\n";
        if (was !== undefined) text += `msgid ${quote(was)}`.replace(/^/gm, "#| ") + "\n";
        text += `msgctxt ${quote(id)}\nmsgid ${quote(source)}\nmsgstr ${quote(target)}\n`;
      }
  return text;
}

interface Entry {
  line: number;
  /** Meaning of a `fuzzy` flag; undefined without one. */
  fuzzy: "stale" | "unstamped" | undefined;
  fields: Partial<Record<string, string>>;
}

const KEYWORD = /^(msgctxt|msgid|msgstr)(?=[\s"]|$)/;
/** A string of a line, which may have several, and a trailing comment. */
const STRING = /\s*"((?:[^"\\]|\\.)*)"/y;
const END = /^\s*(?:#.*)?$/s;
/** Escaped bytes that together form UTF-8, as gettext writes them. */
const BYTES = /(?:\\(?:x[89a-f][0-9a-f]|[23][0-7]{2})){2,}/gi;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  v: "\v",
  f: "\f",
  '"': '"',
  "\\": "\\",
};

/** Decodes escaped bytes; returns them unchanged if they are not UTF-8. */
function charactersOf(escapes: string): string {
  const bytes = escapes
    .slice(1)
    .split("\\")
    .map((byte) =>
      /^x/i.test(byte) ? Number.parseInt(byte.slice(1), 16) : Number.parseInt(byte, 8),
    );
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes));
  return decoded.includes("\uFFFD") ? escapes : decoded;
}

/**
 * Joins the strings of a line, without the keyword. @throws ExchangeFault for other content or an
 * escape that gettext does not support
 */
function stringsOf(line: string, keyword: string, number: number): string {
  let at = keyword.length;
  let text = "";
  STRING.lastIndex = at;
  for (let found = STRING.exec(line); found; found = STRING.exec(line)) {
    text += unquote(found[1]!, number);
    at = STRING.lastIndex;
  }
  if (at > keyword.length ? END.test(line.slice(at)) : at === line.length && keyword !== "")
    return text;
  throw new ExchangeFault(
    /^msgid_plural|^msgstr\[/.test(line)
      ? "plural entries of gettext are not used: each form is an entry of its own"
      : "a line that is neither a comment nor a text in quotes",
    number,
  );
}

/** BCP 47 tag of a locale name such as `pt_BR`, `sr@latin` or `de_DE.UTF-8`. */
function tagOf(locale: string): string {
  const [, name = "", modifier = ""] = /^([^.@]*)(?:\.[^@]*)?(?:@(.*))?$/s.exec(locale) ?? [];
  const script = { latin: "Latn", cyrillic: "Cyrl" }[modifier.toLowerCase()];
  const [language = "", ...rest] = name.split(/[_-]/);
  return [language, ...(script ? [script] : []), ...rest].join("-");
}

/** @throws ExchangeFault for an escape that gettext does not support */
const unquote = (text: string, line: number): string =>
  text
    .replace(BYTES, charactersOf)
    .replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/gis, (all, escape: string) => {
      if (/^x./i.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
      const found = ESCAPES[escape];
      if (found === undefined)
        throw new ExchangeFault(`"${all}" is not an escape of gettext`, line);
      return found;
    });

/**
 * Reads a gettext catalog. Its language is empty if the header names none.
 * @throws ExchangeFault for a file that is not a catalog
 */
export function readPo(text: string): ReturnedFile {
  const entries: Entry[] = [];
  let entry: Entry = { line: 1, fuzzy: undefined, fields: {} };
  let field = "";
  const flush = (line: number): void => {
    if (Object.keys(entry.fields).length > 0) entries.push(entry);
    entry = { line, fuzzy: undefined, fields: {} };
    field = "";
  };
  for (const [at, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith("#") || line === "") {
      // An entry ends with its translation; an obsolete entry ends here, together with its flags.
      if ("msgstr" in entry.fields || line.startsWith("#~")) flush(at + 2);
      if (/^#[,=].*\bfuzzy\b/.test(line)) entry.fuzzy ??= "stale";
      if (entry.fuzzy && line === "#. unstamped") entry.fuzzy = "unstamped";
      continue;
    }
    const keyword = KEYWORD.exec(line)?.[1] ?? "";
    const value = stringsOf(line, keyword, at + 1);
    if (keyword !== "") {
      if (keyword in entry.fields || (keyword === "msgctxt" && field !== "")) flush(at + 1);
      if (field === "") entry.line = at + 1;
      field = keyword;
      entry.fields[field] = "";
    }
    if (field === "") throw new ExchangeFault("a text that belongs to nothing", at + 1);
    entry.fields[field] += value;
  }
  flush(0);
  const header = entries.find(({ fields }) => fields["msgid"] === "" && !fields["msgctxt"]);
  const facts = header?.fields["msgstr"] ?? "";
  const language = tagOf(/^Language:[ \t]*(\S+)/im.exec(facts)?.[1] ?? "");
  const units: Returned[] = [];
  const faults: { line: number; detail: string }[] = [];
  for (const each of entries) {
    if (each === header) continue;
    const { msgctxt: id, msgid: source, msgstr: target } = each.fields;
    const lacking = Object.entries({ msgctxt: id, msgid: source, msgstr: target }).flatMap(
      ([name, value]) => (value === undefined ? [name] : []),
    );
    if (id === undefined || source === undefined || target === undefined)
      faults.push({
        line: each.line,
        detail: `an entry without ${lacking.join(" and ")}; the export writes all three`,
      });
    else
      units.push({
        id,
        source,
        target,
        state: each.fuzzy ?? (target === "" ? "missing" : "translated"),
        line: each.line,
      });
  }
  return { language, units, faults };
}
