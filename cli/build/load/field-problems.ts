import type { z } from "zod";
import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { type Split, locate, locateKey } from "./front-matter.ts";

/** Fields of list items and ratings. */
const NESTED = ["title", "text", "question", "answer", "value", "count", "reviews"];

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === "number" ? `${part + 1}` : String(part))).join(".");

/** Unknown fields, each with the field that was probably meant. */
const strangers = (issue: z.core.$ZodIssue, fields: readonly string[]) =>
  issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({
        key,
        similar: findSimilar(key, issue.path.length === 0 ? fields : NESTED),
      }))
    : [];

/** Top-level fields with issues, including fields with a misspelled name. */
export const faultyFields = (
  issues: readonly z.core.$ZodIssue[],
  fields: readonly string[],
): string[] => [
  ...new Set(
    issues.flatMap((issue) =>
      issue.path.length > 0
        ? [String(issue.path[0])]
        : strangers(issue, fields).flatMap(({ similar }) => similar ?? []),
    ),
  ),
];

/**
 * Converts schema issues to located problems with suggestions. A misspelled field is one problem:
 * the
 * missing field is not reported as well.
 * @param fields the schema's top-level names
 */
export function fieldProblems(
  issues: readonly z.core.$ZodIssue[],
  split: Split,
  file: string,
  fields: readonly string[],
): Problem[] {
  const misnamed = new Set(
    issues.flatMap((issue) =>
      strangers(issue, fields).map(({ similar }) => nameOf([...issue.path, similar ?? ""])),
    ),
  );
  return issues
    .filter((issue) => issue.input !== undefined || !misnamed.has(nameOf(issue.path)))
    .flatMap((issue) => describe(issue, split, file, fields));
}

function describe(
  issue: z.core.$ZodIssue,
  split: Split,
  file: string,
  fields: readonly string[],
): Problem[] {
  const name = nameOf(issue.path);
  if (issue.code === "unrecognized_keys")
    return strangers(issue, fields).map(({ key, similar }) =>
      problem(
        "FIELD_UNKNOWN",
        { field: name === "" ? key : `${name}.${key}`, similar },
        locateKey(split, file, issue.path, key),
      ),
    );
  const location = locate(split, file, issue.path);
  if (issue.input === undefined && name !== "")
    return [problem("FIELD_MISSING", { field: name }, location)];
  if (name === "")
    return [
      problem(
        "FIELD_INVALID",
        { field: "front matter", expected: "must be fields, one a line" },
        location,
      ),
    ];
  const choices = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const similar = choices.length > 0 ? findSimilar(String(issue.input), choices) : undefined;
  return [
    problem(
      "FIELD_INVALID",
      { field: name, expected: `must be ${issue.message}`, similar },
      location,
    ),
  ];
}
