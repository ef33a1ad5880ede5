import { createXmlScanner, readAttributes, XmlFault } from "#core/xml/scan-xml.ts";
import { ApiFailure } from "../../http/api-failure.ts";

/** An element of a manifest. Names have no namespace prefix; those of attributes are lowercase. */
export interface DashElement {
  readonly name: string;
  readonly all: Readonly<Record<string, string>>;
  readonly children: readonly DashElement[];
  /** Text of the element itself, without that of its children. */
  readonly text: string;
}
interface OpenElement extends DashElement {
  readonly children: DashElement[];
  text: string;
}

/** Maximum number of elements of a manifest: it may list 50,000 segments one by one. */
const ELEMENTS = 120_000;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Parses a manifest into a tree. @throws {ApiFailure} source_unsupported, source_too_large */
export function readDashTree(xml: string): DashElement {
  const outer: OpenElement = { name: "", all: {}, children: [], text: "" };
  const stack = [outer];
  let count = 0;
  const scanner = createXmlScanner({
    open(name, raw) {
      if (++count > ELEMENTS) throw new ApiFailure("source_too_large");
      const all = Object.fromEntries(
        Object.entries(readAttributes(raw, scanner.fault)).map(([key, value]) => [
          key.toLowerCase(),
          value,
        ]),
      );
      const element: OpenElement = { name: localName(name), all, children: [], text: "" };
      stack.at(-1)!.children.push(element);
      stack.push(element);
    },
    close: () => void stack.pop(),
    text(text) {
      stack.at(-1)!.text += text;
    },
  });
  try {
    scanner.write(xml);
    scanner.end();
  } catch (error) {
    throw error instanceof XmlFault ? new ApiFailure("source_unsupported") : error;
  }
  return outer.children[0]!;
}

export const childrenOf = ({ children }: DashElement, name: string): readonly DashElement[] =>
  children.filter((child) => child.name === name);

/** Whether a tree contains an element with a name. */
export function hasElement(tree: DashElement, name: string): boolean {
  return tree.name === name || tree.children.some((child) => hasElement(child, name));
}
