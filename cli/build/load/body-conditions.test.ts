import { expect, it } from "vitest";
import { factsIn, resolveConditions, resolveTexts } from "./body-conditions.ts";

const WITH = { values: {}, holds: ["studio"] };
const WITHOUT = { values: {}, holds: [] };

it("TLS-9 a text for sites with a studio model is left out on others, with the space after it", () => {
  const body = "One. {{#studio}}Two.{{/studio}} Three. {{#studio}}Four.{{/studio}}\n";
  expect(resolveConditions(body, WITH)).toBe("One. Two. Three. Four.\n");
  expect(resolveConditions(body, WITHOUT)).toBe("One. Three. \n");
});

it.each(["{{#studio}} open", "{{/studio}} {{#studio}}", "plain", ""])(
  "TLS-9 %j stays as it is",
  (body) => {
    for (const facts of [WITH, WITHOUT]) expect(resolveConditions(body, facts)).toBe(body);
  },
);

it("TLS-9 the texts of a page are resolved wherever they are, and nothing else changes", () => {
  const steps = [
    { title: "A", text: "One. {{#studio}}Two.{{/studio}}" },
    { title: "B", text: "C " },
  ];
  const page = { steps, cost: 1, related: ["a"], rating: null };
  expect(resolveTexts(page, WITH)).toEqual({
    ...page,
    steps: [{ title: "A", text: "One. Two." }, steps[1]],
  });
  expect(resolveTexts(page, WITHOUT)).toEqual({
    ...page,
    steps: [{ title: "A", text: "One." }, steps[1]],
  });
});

it("TLS-9 an item of which a condition leaves no text is left out", () => {
  const faq = [
    { question: "A", answer: "{{#studio}}With a model.{{/studio}}" },
    { question: "B", answer: "C{{#studio}} D{{/studio}}" },
    { question: "E", answer: "" },
  ];
  const b = { question: "B", answer: "C" };
  expect(resolveTexts({ faq }, WITHOUT)).toEqual({ faq: [b, faq[2]] });
  expect(resolveTexts({ faq }, WITH).faq).toHaveLength(3);
  expect(resolveTexts(["{{#studio}}x{{/studio}}", ""], WITHOUT)).toEqual([""]);
});

const FACTS = { values: { hours: "24", law: "Germany" }, holds: ["hours", "law", "sold"] };

it.each([
  ["after {{hours}} hours", "after 24 hours"],
  ["{{unknown}} and {{constructor}} stay", "{{unknown}} and {{constructor}} stay"],
  ["a {{#sold}}b {{#law}}{{law}}{{/law}}{{/sold}} c", "a b Germany c"],
  ["a {{#sold}}b {{#free}}{{law}}{{/free}}c{{/sold}} d", "a b c d"],
  ["a{{#free}} b{{/free}} c", "a c"],
  ["{{^sold}}no{{/sold}}{{^free}}yes{{/free}}", "yes"],
  ["- a\n{{#free}}- b{{/free}}\n- c\n", "- a\n- c\n"],
  ["{{#free}}{{#sold}}x{{/free}}", "{{#free}}{{#sold}}x{{/free}}"],
])("USR-11 facts fill in %j", (text, filled) => {
  expect(resolveConditions(text, FACTS)).toBe(filled);
});

it("USR-11 the facts that a text states are listed once, with what they decide", () => {
  expect(factsIn("{{a}} {{#b}}{{a}}{{/b}} {{^c}}{{/c}}")).toEqual(["a", "#b", "^c", "#c"]);
});
