/** A page as the browser parsed it: attributes are named as React names them. */
export interface TreeElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly TreeNode[];
  /** The content as HTML: of text that was written in markdown, which a site keeps as a string. */
  readonly html?: string;
}
export type TreeNode = string | TreeElement;

export interface HeadTag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly text?: string;
}

export interface ReadPage {
  readonly lang: string;
  readonly dir: string;
  /** Value of `data-kind` of the body. */
  readonly kind: string;
  readonly head: readonly HeadTag[];
  /** Addresses of the stylesheets. */
  readonly styles: readonly string[];
  readonly body: readonly TreeNode[];
  /** All the text of the body, white space collapsed. */
  readonly text: string;
}

/**
 * Reads the HTML of a page. Runs in a browser, without the page's scripts; nothing outside the
 * function may be used in it.
 */
export function readPage(html: string): ReadPage {
  const NAMES: Readonly<Record<string, string>> = {
    class: "className",
    for: "htmlFor",
    value: "defaultValue",
    checked: "defaultChecked",
    maxlength: "maxLength",
    charset: "charSet",
    readonly: "readOnly",
    "http-equiv": "httpEquiv",
    ...Object.fromEntries(
      (
        "hrefLang tabIndex inputMode enterKeyHint autoComplete autoCapitalize spellCheck srcSet " +
        "colSpan rowSpan dateTime autoFocus noValidate crossOrigin popoverTarget"
      )
        .split(" ")
        .map((name) => [name.toLowerCase(), name]),
    ),
  };
  const BOOLEAN = new Set(
    "hidden multiple disabled defaultChecked required open inert readOnly noValidate autoFocus".split(
      " ",
    ),
  );
  const nameOf = (name: string): string =>
    NAMES[name] ??
    (/^(?:data|aria)-/.test(name)
      ? name
      : name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const attributesOf = (element: Element): Record<string, string | true> =>
    Object.fromEntries(
      [...element.attributes].map(({ name, value }) => {
        const own = nameOf(name);
        return [own, BOOLEAN.has(own) ? true : value];
      }),
    );
  const childrenOf = (parent: Element): TreeNode[] => {
    const found: TreeNode[] = [];
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node.textContent ?? "";
        // Comments, by which React separates texts, are gone: what stood between them is one text.
        if (typeof found.at(-1) === "string") found.push(`${found.pop() as string}${text}`);
        else if (text !== "") found.push(text);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const element = node as Element;
        const tag = element.localName;
        if (tag === "script") continue;
        const prose = /(?:^| )prose/.test(element.getAttribute("class") ?? "");
        found.push({
          tag,
          attributes: attributesOf(element),
          children: prose ? [] : childrenOf(element),
          ...((prose || (tag === "svg" && element.innerHTML !== "")) && {
            html: element.innerHTML,
          }),
        });
      }
    }
    return found;
  };

  const page = new DOMParser().parseFromString(html, "text/html");
  const { documentElement, head, body } = page;
  const tags: HeadTag[] = [];
  const styles: string[] = [];
  for (const element of head.children) {
    const { localName: tag } = element;
    const rel = element.getAttribute("rel");
    if (rel === "stylesheet") styles.push(element.getAttribute("href")!);
    const isData = element.getAttribute("type") === "application/ld+json";
    if (tag === "style" || (tag === "script" && !isData)) continue;
    if (rel === "stylesheet" || rel === "modulepreload" || rel === "preload") continue;
    const text = element.textContent ?? "";
    tags.push({ tag, attributes: attributesOf(element), ...(text !== "" && { text }) });
  }
  // What scripts, styles and templates contain is not text of the page.
  for (const element of body.querySelectorAll("script, style, template")) element.remove();
  return {
    lang: documentElement.lang,
    dir: documentElement.dir,
    kind: body.dataset["kind"] ?? "",
    head: tags,
    styles,
    body: childrenOf(body),
    text: (body.textContent ?? "").replaceAll(/\s+/g, " ").trim(),
  };
}
