import { expect, it } from "vitest";
import { componentOf } from "./component.ts";
import type { TreeElement, TreeNode } from "./tree.ts";

const element = (
  tag: string,
  attributes: TreeElement["attributes"] = {},
  ...children: TreeNode[]
): TreeElement => ({ tag, attributes, children });
const link = (href: string, text: string, more: TreeElement["attributes"] = {}): TreeElement =>
  element("li", {}, element("a", { href, ...more }, text));

it("maps a list of equal elements, and keeps what differs as data", () => {
  const list = element("ul", { className: "list" }, link("/a", "A"), link("/b", "B"));
  const { code, data } = componentOf([list]);
  expect(data).toEqual([
    [
      ["/a", "A"],
      ["/b", "B"],
    ],
  ]);
  expect(code).toContain(
    '<ul className={"list"}>{d[0].map((v0, key) => (<li key={key}><a href={v0[0]}>{v0[1]}</a></li>))}</ul>',
  );
});

it("takes an attribute that not all have as absent", () => {
  const list = element("ul", {}, link("/a", "A", { "aria-current": "page" }), link("/b", "B"));
  expect(componentOf([list]).data).toEqual([
    [
      ["/a", "page", "A"],
      ["/b", null, "B"],
    ],
  ]);
});

it("maps lists of different lengths within a list by the same code", () => {
  const group = (...links: TreeElement[]) => element("div", {}, element("ul", {}, ...links));
  const { code, data } = componentOf([
    group(link("/a", "A")),
    group(link("/b", "B"), link("/c", "C")),
  ]);
  expect(data).toEqual([
    [
      [[["/a", "A"]]],
      [
        [
          ["/b", "B"],
          ["/c", "C"],
        ],
      ],
    ],
  ]);
  expect(code.match(/<a /g)).toHaveLength(1);
});

it("keeps a small drawing in code and leaves a large one out of it", () => {
  const drawing = (d: string): TreeElement => ({
    ...element("svg", { viewBox: "0 0 8 8" }, element("path", { d })),
    html: `<path d="${d}"></path>`,
  });
  const { code, data, art } = componentOf([drawing("M0 0"), drawing("M0 0h1".repeat(99))]);
  expect(data).toEqual([]);
  expect(code).toContain('<path d={"M0 0"} />');
  expect(code).toContain("art(0)");
  expect(art).toHaveLength(1);
});
