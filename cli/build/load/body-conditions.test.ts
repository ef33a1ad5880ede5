import { expect, it } from "vitest";
import { resolveConditions, resolveTexts } from "./body-conditions.ts";

it("TLS-9 a text for sites with a studio model is left out on others, with the space after it", () => {
  const body = "One. {{#studio}}Two.{{/studio}} Three. {{#studio}}Four.{{/studio}}\n";
  expect(resolveConditions(body, true)).toBe("One. Two. Three. Four.\n");
  expect(resolveConditions(body, false)).toBe("One. Three. \n");
});

it.each(["{{#studio}} open", "{{/studio}} {{#studio}}", "plain", ""])(
  "TLS-9 %j stays as it is",
  (body) => {
    for (const offers of [true, false]) expect(resolveConditions(body, offers)).toBe(body);
  },
);

it("TLS-9 the texts of a page are resolved wherever they are, and nothing else changes", () => {
  const steps = [
    { title: "A", text: "One. {{#studio}}Two.{{/studio}}" },
    { title: "B", text: "C " },
  ];
  const page = { steps, cost: 1, related: ["a"], rating: null };
  expect(resolveTexts(page, true)).toEqual({
    ...page,
    steps: [{ title: "A", text: "One. Two." }, steps[1]],
  });
  expect(resolveTexts(page, false)).toEqual({
    ...page,
    steps: [{ title: "A", text: "One." }, steps[1]],
  });
});
