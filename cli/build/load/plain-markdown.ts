/** What a body may hold without being plain: it is left to the parser of all of markdown. */
const NOT_PLAIN = /[\\&<\t\r\0\u2028\u2029]|~~|\*{3}|(?:^|\n)[^\S\n]|[^\S\n](?:\n|$)/;
/** Starts of a line that make it more than a line of a paragraph. */
const STARTS_BLOCK = /^(?:[#>+=|`~:-]|\*(?!\*?[^\s*])|\d{1,9}[.)])/;
const HEADING = /^(#{1,6}) (?=\S)/;
const BULLET = /^- (?=\S)/;
const NUMBER = /^(\d{1,9})\. (?=\S)/;
/** What makes a list go on after an empty line. */
const ANOTHER = { ul: /^-(?:\s|$)/, ol: /^\d{1,9}\.(?:\s|$)/ } as const;
const QUOTE = /^> (?=\S)/;
const FENCE = "```";
/**
 * A link to a page or a part of one, or words in bold or italics, whose marks can be taken for nothing
 * else: a letter is inside of them, or what follows the last one ends a word.
 */
const MARKS =
  /\[([^[\]*_`]+)\]\(((?:\/(?!\/)|#)[\w./#-]*)\)|(\*\*?)(?=[\p{L}\p{N}])([^*[\]_`]*(?:[\p{L}\p{N}\p{M}]|[^\s*[\]_`](?=\*+(?:\s|$))))\3(?!\*)/gu;
/** What is left of marks beside those. */
const LEFT_OVER = /[[\]*_`]/;

interface Forms {
  /** The address of a link. */
  readonly localize: (href: string) => string;
  /** What the tag of a heading has beside its name, by the source of its words. */
  readonly headingAttributes: (content: string) => string;
}

const SIGNS: Readonly<Record<string, string>> = { '"': "&quot;", ">": "&gt;", "&": "&amp;" };
const escape = (text: string): string =>
  /[">&]/.test(text) ? text.replace(/[">&]/g, (sign) => SIGNS[sign]!) : text;

/** Words with links and bold ones among them; undefined where there is more in them. */
function inline(text: string, { localize }: Forms): string | undefined {
  if (!LEFT_OVER.test(text)) return escape(text);
  let html = "";
  let end = 0;
  for (const { 0: all, 1: words, 2: href, 3: stars, 4: marked, index } of text.matchAll(MARKS)) {
    const before = text.slice(end, index);
    if (LEFT_OVER.test(before) || (words !== undefined && before.endsWith("!"))) return undefined;
    html += escape(before);
    if (stars !== undefined) {
      const tag = stars === "*" ? "em" : "strong";
      html += `<${tag}>${escape(marked!)}</${tag}>`;
    } else {
      const address = href!.startsWith("/") ? localize(href!) : href!;
      html += `<a href="${escape(address)}">${escape(words!)}</a>`;
    }
    end = index + all.length;
  }
  const after = text.slice(end);
  return LEFT_OVER.test(after) ? undefined : html + escape(after);
}

/** Blocks of lines, read one after the other. */
class Reader {
  readonly #lines: readonly string[];
  readonly #forms: Forms;
  #at = 0;

  constructor(source: string, forms: Forms) {
    this.#lines = source.split("\n");
    this.#forms = forms;
  }

  read(): string | undefined {
    let html = "";
    for (; this.#at < this.#lines.length;) {
      if (this.#lines[this.#at] === "") this.#at++;
      else {
        const block = this.#block(this.#lines[this.#at]!);
        if (block === undefined) return undefined;
        html += block;
      }
    }
    return html;
  }

  #block(line: string): string | undefined {
    if (line === FENCE) return this.#code();
    const heading = HEADING.exec(line);
    if (heading) return this.#heading(heading[1]!.length, line);
    if (BULLET.test(line)) return this.#list(BULLET, "ul");
    const number = NUMBER.exec(line);
    // From another number than 1 a list has an attribute, and does not always begin.
    if (number) return number[1] === "1" ? this.#list(NUMBER, "ol") : undefined;
    const quoted = QUOTE.test(line);
    const text = this.#paragraph(quoted ? QUOTE : undefined);
    return text && (quoted ? `<blockquote>\n${text}</blockquote>\n` : text);
  }

  #heading(level: number, line: string): string | undefined {
    const content = line.slice(level + 1);
    const words = content.endsWith("#") ? undefined : inline(content, this.#forms);
    if (words === undefined) return undefined;
    this.#at++;
    return `<h${level}${this.#forms.headingAttributes(content)}>${words}</h${level}>\n`;
  }

  #code(): string | undefined {
    const end = this.#lines.indexOf(FENCE, this.#at + 1);
    const lines = this.#lines.slice(this.#at + 1, end);
    if (end < 0 || lines.some((line) => line.startsWith(FENCE))) return undefined;
    this.#at = end + 1;
    return `<pre><code>${lines.map((line) => `${escape(line)}\n`).join("")}</code></pre>\n`;
  }

  /** Items of a line each, until a line is empty. */
  #list(mark: RegExp, tag: keyof typeof ANOTHER): string | undefined {
    let items = "";
    for (; this.#at < this.#lines.length && this.#lines[this.#at] !== ""; this.#at++) {
      const line = this.#lines[this.#at]!;
      const content = line.replace(mark, "");
      if (content === line || STARTS_BLOCK.test(content)) return undefined;
      const words = inline(content, this.#forms);
      if (words === undefined) return undefined;
      items += `<li>${words}</li>\n`;
    }
    let next = this.#at;
    while (this.#lines[next] === "") next++;
    // Items with an empty line between them are paragraphs.
    return ANOTHER[tag].test(this.#lines[next] ?? "") ? undefined : `<${tag}>\n${items}</${tag}>\n`;
  }

  /** Lines until one is empty, or a heading. @param mark what each of them begins with */
  #paragraph(mark?: RegExp): string | undefined {
    const lines: string[] = [];
    for (; this.#at < this.#lines.length && this.#lines[this.#at] !== ""; this.#at++) {
      const line = this.#lines[this.#at]!;
      if (!mark && lines.length > 0 && HEADING.test(line)) break;
      const content = mark ? line.replace(mark, "") : line;
      if ((mark && content === line) || STARTS_BLOCK.test(content)) return undefined;
      lines.push(content);
    }
    const words = inline(lines.join("\n"), this.#forms);
    return words === undefined ? undefined : `<p>${words}</p>\n`;
  }
}

/**
 * HTML of a body that is paragraphs, headings, flat lists, quotes and code, with links to pages, bold
 * words and italics: what most bodies are. It costs an eighth of what a parser for all of markdown does.
 * @returns undefined for everything else: the parser has to look
 */
export const renderPlainMarkdown = (source: string, forms: Forms): string | undefined =>
  NOT_PLAIN.test(source) ? undefined : new Reader(source, forms).read();
