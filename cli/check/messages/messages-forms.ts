const PLURAL = /^(.+)_(ordinal_)?(zero|one|two|few|many|other)$/;
/** Name and format of a value: `{{size, number(style: unit)}}`. */
const PLACEHOLDER = /\{\{-?\s*([^\s,{}]+)\s*(?:,\s*([^\s,(){}]+)(?![^\s,(){}])[^{}]*)?\}\}/g;
/**
 * A nested message as i18next parses it: its quoted text and one pair of parentheses may contain
 * any character.
 */
const NESTING = /\$t\(((?:[^()"']|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))*)\)/g;
/** Delimiters of incomplete placeholders and nested messages. */
const STRAY = /\{\{|\}\}|\$t\(/g;
/** Plural forms that may omit the number: "a credit" needs no {{count}}. */
const COUNT_OPTIONAL = new Set(["zero", "one", "two"]);

/** Parses the key of a plural form; undefined for other keys. */
export function splitPlural(key: string): { base: string; form: string } | undefined {
  const [, stem, ordinal = "", form] = PLURAL.exec(key) ?? [];
  return stem === undefined ? undefined : { base: `${stem}${ordinal && "_ordinal"}`, form: form! };
}

/**
 * `credits` for `credits_one` if there is `credits_other`; undefined for a message without plural
 * forms.
 */
export function pluralOf(key: string, source: ReadonlyMap<string, string>): string | undefined {
  const { base } = splitPlural(key) ?? {};
  return base !== undefined && source.has(`${base}_other`) ? base : undefined;
}

const rulesOf = (base: string, language: string): Intl.PluralRules =>
  new Intl.PluralRules(language, { type: base.endsWith("_ordinal") ? "ordinal" : "cardinal" });

/** Plural forms of a language. */
export const categoriesOf = (base: string, language: string): readonly string[] =>
  rulesOf(base, language).resolvedOptions().pluralCategories;

/** Sample numbers; a million and fractions have separate forms in some languages. */
const NUMBERS = [...Array.from({ length: 201 }, (_, at) => at), 1_000_000, 1.5, 0.5];

/**
 * Plural forms of a message in a language, with numbers that use them. `zero` is allowed in every
 * language.
 */
export function pluralFormsOf(
  base: string,
  language: string,
  isThere: (form: string) => boolean,
): { form: string; examples: string }[] {
  const rules = rulesOf(base, language);
  const forms = new Set(categoriesOf(base, language));
  if (isThere("zero")) forms.add("zero");
  return ["zero", "one", "two", "few", "many", "other"]
    .filter((form) => forms.has(form))
    .map((form) => {
      const found = NUMBERS.filter((number) => rules.select(number) === form).slice(0, 5);
      return { form, examples: found.length > 0 ? `${found.join(", ")} …` : "0" };
    });
}

/**
 * A text's placeholders with their formats (`count, number`) and nested messages with their options
 * (`$t(nav.home, {"count": {{count}}})`), unique and sorted. Incomplete ones stay as they are.
 */
export function placeholdersOf(text: string): string[] {
  const found = new Set<string>();
  const rest = text
    .replace(NESTING, (nesting) => {
      found.add(nesting.replace(/\s+/g, ""));
      return "";
    })
    .replace(PLACEHOLDER, (_, name: string, format?: string) => {
      found.add(format === undefined ? name : `${name}, ${format}`);
      return "";
    });
  return [...found, ...(rest.match(STRAY) ?? [])].sort();
}

/** Keys of the messages that a text nests. A key with a placeholder is known only at run time. */
export const nestedKeys = (text: string): string[] =>
  Array.from(text.matchAll(NESTING), ([, inner]) => inner!.split(",", 1)[0]!.trim()).filter(
    (key) => !key.includes("{{"),
  );

export const showPlaceholders = (names: readonly string[]): string =>
  names.map((name) => (isWhole(name) && !name.startsWith("$t(") ? `{{${name}}}` : name)).join(" ");

const isWhole = (name: string): boolean => name !== "{{" && name !== "}}" && name !== "$t(";

/**
 * Whether a text contains the required placeholders and nested messages.
 * @param form its plural form: some may omit the number
 */
export function holdsPlaceholders(
  text: string,
  expected: readonly string[],
  form?: string,
): boolean {
  const found = placeholdersOf(text);
  const optional = form !== undefined && COUNT_OPTIONAL.has(form) ? ["count"] : [];
  return (
    found.every((each) => isWhole(each) && expected.includes(each)) &&
    expected.every((each) => found.includes(each) || optional.includes(each.split(",")[0]!))
  );
}
