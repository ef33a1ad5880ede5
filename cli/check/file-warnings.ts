import { type Scalar, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { isSection } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { locate } from "../build/load/front-matter.ts";
import type { ReadEntry } from "../build/load/read-entry.ts";
import { hiddenIn, hiddenWithin } from "../build/load/text-characters.ts";

/**
 * Problems of valid content files that are probably mistakes: truncated values, invisible
 * characters.
 */
export const fileWarnings = (read: ReadEntry): Problem[] => [
  ...cutValues(read),
  ...hiddenCharacters(read),
];

/** An unquoted value with a trailing comment. */
const MAY_BE_CUT = /[^\s#] #/;

/** Texts that are cut where YAML takes the rest of their line for a comment. */
function cutValues({ split, file }: ReadEntry): Problem[] {
  if (!MAY_BE_CUT.test(split.yaml)) return [];
  const lines = new LineCounter();
  const document = parseDocument(split.yaml, { lineCounter: lines, uniqueKeys: false });
  const problems: Problem[] = [];
  visit(document, {
    Scalar(key, node: Scalar, path) {
      const pairs = path.filter(isPair);
      const root = pairs[0] && isScalar(pairs[0].key) ? String(pairs[0].key.value) : "";
      const { comment, type, value, range } = node;
      if (key === "key" || type !== "PLAIN" || typeof value !== "string") return;
      if (typeof comment !== "string" || !isSection(root) || !range) return;
      // A comment on the next line belongs to the following content.
      if (!/^[ \t]+#/.test(split.yaml.slice(range[1]))) return;
      const { line, col } = lines.linePos(range[1]);
      const location = { file, line: line + split.offset, column: col + 1 };
      const params = { field: root, comment: comment.split("\n", 1)[0]!.slice(0, 40) };
      problems.push(problem("VALUE_CUT", params, location, "warning"));
    },
  });
  return problems;
}

function hiddenCharacters({ data, body, split, file }: ReadEntry): Problem[] {
  const fields = hiddenWithin(data)
    .filter(({ severity }) => severity === "warning")
    .map(({ path, characters }) =>
      problem(
        "TEXT_CHARACTERS",
        { what: path.join("."), characters },
        locate(split, file, path),
        "warning",
      ),
    );
  const texts = hiddenIn(body)
    .filter(({ severity }) => severity === "warning")
    .map(({ characters }) =>
      problem("TEXT_CHARACTERS", { what: "The body", characters }, { file }, "warning"),
    );
  return [...fields, ...texts];
}
