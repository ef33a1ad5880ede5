import { createXmlScanner, readAttributes, XmlFault } from "#core/xml/scan-xml.ts";

/** Constraint of an attribute's value. */
const TYPES = {
  any: /^[^]*$/,
  nmtoken: /^[\w.:·-]+$/,
  yesNo: /^(yes|no)$/,
  reorder: /^(yes|firstNo|no)$/,
  direction: /^(ltr|rtl|auto)$/,
  state: /^(initial|translated|reviewed|final)$/,
  own: /^[^\s:]+:[^\s:]+$/,
  inlineType: /^(fmt|ui|quote|link|image|other)$/,
  space: /^(default|preserve)$/,
  language: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
  hex: /^([\dA-Fa-f]{2})+$/,
  number: /^[1-9]\d*$/,
  version: /^2\.0$/,
  glossary: /^urn:oasis:names:tc:xliff:glossary:2\.0$/,
} as const;
type Type = keyof typeof TYPES;

interface Element {
  /** Pattern of its child elements' names, each followed by a space. */
  readonly children: RegExp;
  readonly text?: boolean;
  readonly required?: Readonly<Record<string, Type>>;
  readonly optional?: Readonly<Record<string, Type>>;
}

const EDITING = {
  canCopy: "yesNo",
  canDelete: "yesNo",
  canReorder: "reorder",
  copyOf: "nmtoken",
  subType: "own",
  type: "inlineType",
} as const;
const STRUCTURE = {
  canResegment: "yesNo",
  translate: "yesNo",
  srcDir: "direction",
  trgDir: "direction",
  "xml:space": "space",
} as const;
const INLINE = /^((cp|ph|pc|sc|ec|mrk|sm|em) )*$/;

/** XLIFF 2.0 core (OASIS Standard, 5 August 2014) and its glossary module. */
const ELEMENTS: Readonly<Record<string, Element>> = {
  xliff: {
    children: /^(file )+$/,
    required: { version: "version", srcLang: "language" },
    optional: { trgLang: "language", "xml:space": "space", xmlns: "any", "xmlns:gls": "glossary" },
  },
  file: {
    children: /^(skeleton )?(notes )?((unit|group) )+$/,
    required: { id: "nmtoken" },
    optional: { original: "any", ...STRUCTURE },
  },
  group: {
    children: /^(notes )?((unit|group) )*$/,
    required: { id: "nmtoken" },
    optional: { name: "any", type: "own", ...STRUCTURE },
  },
  unit: {
    children: /^(gls:glossary )?(notes )?(originalData )?((segment|ignorable) )+$/,
    required: { id: "nmtoken" },
    optional: { name: "any", type: "own", ...STRUCTURE },
  },
  "gls:glossary": { children: /^(gls:glossEntry )+$/ },
  "gls:glossEntry": {
    // A term needs a translation or a definition.
    children: /^gls:term (gls:translation )+(gls:definition )?$|^gls:term gls:definition $/,
    optional: { id: "nmtoken", ref: "any" },
  },
  "gls:term": { children: /^$/, text: true, optional: { source: "any" } },
  "gls:translation": {
    children: /^$/,
    text: true,
    optional: { id: "nmtoken", ref: "any", source: "any" },
  },
  "gls:definition": { children: /^$/, text: true, optional: { source: "any" } },
  notes: { children: /^(note )+$/ },
  note: {
    children: /^$/,
    text: true,
    optional: { id: "nmtoken", category: "any", priority: "number", appliesTo: "any" },
  },
  originalData: { children: /^(data )+$/ },
  data: {
    children: /^(cp )*$/,
    text: true,
    required: { id: "nmtoken" },
    optional: { dir: "direction", "xml:space": "space" },
  },
  segment: {
    children: /^source (target )?$/,
    optional: { id: "nmtoken", canResegment: "yesNo", state: "state", subState: "own" },
  },
  ignorable: { children: /^source (target )?$/, optional: { id: "nmtoken" } },
  source: {
    children: INLINE,
    text: true,
    optional: { "xml:lang": "language", "xml:space": "space" },
  },
  target: {
    children: INLINE,
    text: true,
    optional: { "xml:lang": "language", "xml:space": "space", order: "number" },
  },
  cp: { children: /^$/, required: { hex: "hex" } },
  ph: {
    children: /^$/,
    required: { id: "nmtoken" },
    optional: { disp: "any", equiv: "any", dataRef: "nmtoken", ...EDITING },
  },
  pc: {
    children: INLINE,
    text: true,
    required: { id: "nmtoken" },
    optional: {
      dataRefStart: "nmtoken",
      dataRefEnd: "nmtoken",
      dispStart: "any",
      dispEnd: "any",
      equivStart: "any",
      equivEnd: "any",
      canOverlap: "yesNo",
      dir: "direction",
      ...EDITING,
    },
  },
};

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: string;
}

/**
 * Validates the structure of an XLIFF 2.0 document, and those constraints of the text that a schema
 * cannot express: unique ids in a scope, and references to existing data.
 * @returns problems with their lines
 */
export function validateXliff(text: string): string[] {
  const problems: string[] = [];
  const stack: Open[] = [];
  const scopes = {
    files: new Set<string>(),
    units: new Set<string>(),
    groups: new Set<string>(),
    data: new Set<string>(),
    codes: new Set<string>(),
  };
  let trgLang: string | undefined;
  const add = (detail: string): void => void problems.push(`${scanner.position().line}: ${detail}`);
  const once = (scope: Set<string>, what: string, id = ""): void => {
    if (scope.has(id)) add(`${what} ${id} is there twice`);
    scope.add(id);
  };
  const enter = (name: string, attributes: Open["attributes"]): void => {
    const { id } = attributes;
    if (name === "xliff") trgLang = attributes["trgLang"];
    if (name === "file") {
      once(scopes.files, "file", id);
      scopes.units.clear();
      scopes.groups.clear();
    }
    if (name === "group") once(scopes.groups, "group", id);
    if (name === "unit") {
      once(scopes.units, "unit", id);
      scopes.data.clear();
      scopes.codes.clear();
    }
    if (name === "data") once(scopes.data, "data", id);
    if (name === "target" && trgLang === undefined) add("a <target> without trgLang");
    if (name === "ph" || name === "pc") {
      const side = stack.findLast((each) => /^(source|target)$/.test(each.name))?.name ?? "";
      once(scopes.codes, "code", `${side} ${id}`);
      for (const key of ["dataRef", "dataRefStart", "dataRefEnd"])
        if (attributes[key] !== undefined && !scopes.data.has(attributes[key]))
          add(`${key} ${attributes[key]} leads to no data`);
    }
    if (attributes["subState"] !== undefined && attributes["state"] === undefined)
      add("a subState without a state");
  };

  const scanner = createXmlScanner({
    open(name, raw) {
      const attributes = readAttributes(raw, scanner.fault);
      const parent = stack.at(-1);
      if (parent) parent.children += `${name} `;
      else if (name !== "xliff" || attributes["xmlns"] !== "urn:oasis:names:tc:xliff:document:2.0")
        add("it is not <xliff> of XLIFF 2.0");
      stack.push({ name, attributes, children: "" });
      const known = ELEMENTS[name];
      if (!known) return add(`<${name}> is not of the core or the glossary module`);
      const types: Readonly<Record<string, Type>> = { ...known.required, ...known.optional };
      for (const [key, value] of Object.entries(attributes))
        if (!types[key]) add(`<${name}> has no ${key}`);
        else if (!TYPES[types[key]].test(value)) add(`${key}="${value}" of <${name}>`);
      for (const key of Object.keys(known.required ?? {}))
        if (!(key in attributes)) add(`<${name}> without ${key}`);
      enter(name, attributes);
    },
    text(chunk) {
      const { name } = stack.at(-1)!;
      if (chunk.trim() !== "" && !ELEMENTS[name]?.text) add(`text in <${name}>`);
    },
    close(name) {
      const { children } = stack.pop()!;
      if (ELEMENTS[name] && !ELEMENTS[name].children.test(children))
        add(`<${name}> with ${children || "nothing in it"}`);
    },
  });
  try {
    scanner.write(text);
    scanner.end();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    problems.push(`${error.line}: ${error.message}`);
  }
  return problems;
}
