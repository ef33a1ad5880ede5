import { expect, it } from "vitest";
import type { ToolkitError } from "#core/errors/errors.ts";
import { addToList } from "./config-list.ts";
import { type Question, answerQuestions } from "./questions.ts";
import { yamlText } from "./template.ts";

const QUESTIONS: Parameters<typeof answerQuestions>[0] = [
  () => ({ flag: "panel", message: "Panel", choices: [{ value: "a" }, { value: "b" }] }),
  ({ panel }) => ({ flag: "preset", message: "Preset", initial: `${panel}-1` }),
  () => ({ flag: "title", message: "Title", fallback: "T" }),
  () => ({ flag: "related", message: "Related", fallback: "", silent: true }),
];

it("CLI-5 asks for missing values, depending on the answers so far", async () => {
  const shown: Question[] = [];
  const answers = await answerQuestions(QUESTIONS, { title: " Given " }, async (question) => {
    shown.push(question);
    return question.flag === "panel" ? "b" : question.initial;
  });
  expect(answers).toEqual({ panel: "b", preset: "b-1", title: "Given", related: "" });
  expect(shown.map(({ flag }) => flag)).toEqual(["panel", "preset"]);
});

it("CLI-5 leaving a question is an interruption", async () => {
  const failure = answerQuestions(QUESTIONS, {}, async () => undefined);
  await expect(failure).rejects.toMatchObject({
    code: "CANCELLED",
  } satisfies Partial<ToolkitError>);
});

it("CLI-5 an invalid flag is reported on a terminal, too", async () => {
  const failure = answerQuestions(QUESTIONS, { panel: "c" }, async () => "a");
  await expect(failure).rejects.toThrow('--panel: there is no "c".');
});

it("CLI-5 texts are quoted where YAML needs it", () => {
  for (const plain of ["Audio trimmer", "Über – alles", "It's", "a:b", "x#y"])
    expect(yamlText(plain)).toBe(plain);
  for (const quoted of [
    "a: b",
    "x #y",
    "- a",
    "yes",
    "12",
    "2026-01-01",
    "",
    "'a",
    "[a]",
    "a:",
    "1:2",
    "@a",
    "~",
  ])
    expect(yamlText(quoted)).toBe(JSON.stringify(quoted));
});

const LINE = '{ code: "sv" },';
it("CLI-5 a line is added to a list of any form", () => {
  const cases: [before: string, after: string][] = [
    ["a({\n  locales: [...X],\n})", `a({\n  locales: [\n    ...X,\n    ${LINE}\n  ],\n})`],
    ["a({\n  locales: [],\n})", `a({\n  locales: [\n    ${LINE}\n  ],\n})`],
    ["a({\n  locales: [\n    b,\n  ],\n})", `a({\n  locales: [\n    b,\n    ${LINE}\n  ],\n})`],
    ["a({\n  locales: [\n    b\n  ],\n})", `a({\n  locales: [\n    b,\n    ${LINE}\n  ],\n})`],
    [
      "a({\n  locales: [\n    b // ] last\n  ],\n})",
      `a({\n  locales: [\n    b, // ] last\n    ${LINE}\n  ],\n})`,
    ],
    [
      'a({\r\n  locales: [\r\n    "]",\r\n  ],\r\n})',
      `a({\r\n  locales: [\r\n    "]",\r\n    ${LINE}\r\n  ],\r\n})`,
    ],
    [
      "// locales: [x]\na({\n  locales: [[1], { b: [2] }],\n})",
      `// locales: [x]\na({\n  locales: [\n    [1], { b: [2] },\n    ${LINE}\n  ],\n})`,
    ],
  ];
  for (const [before, after] of cases) expect(addToList(before, "locales", LINE)).toBe(after);
});

it("CLI-5 a list that is not there, or twice, is left alone", () => {
  for (const source of [
    "a({ locales: all })",
    "a({})",
    "b.locales: [1]",
    "{ locales: [] }; { locales: [] }",
    "locales: [",
  ])
    expect(addToList(source, "locales", LINE)).toBeUndefined();
});
