// What `npm test` was asked to do.
import { parseArgs } from "node:util";

/** Steps that vitest runs: these take filters, and can watch. */
export const TESTS: readonly string[] = ["unit", "sound", "sites", "e2e"];

export const helpOf = (
  steps: readonly string[],
): string => `npm test                      everything, fastest first
npm test -- <step>            one step
npm test -- <step> <file>…    only test files whose path contains one of these
npm test -- <step> --watch    again whenever a file is saved

  --long    also what takes longer (npm run test:long)
  --help    this text

Steps: ${steps.join(", ")}. Files and --watch go with ${TESTS.join(", ")}.
A step alone takes the site as it was built last: npm test -- build.
`;

interface TestArguments {
  /** All without. */
  readonly step?: string;
  /** Parts of the paths of test files; all without. */
  readonly files: readonly string[];
  readonly long: boolean;
  readonly watch: boolean;
  readonly help: boolean;
}

/** @param steps all there are */
export function parseArguments(
  argv: readonly string[],
  steps: readonly string[],
): TestArguments | { readonly wrong: string } {
  let parsed: ReturnType<typeof parseFlags>;
  try {
    parsed = parseFlags([...argv]);
  } catch (error) {
    return { wrong: (error as Error).message.split(". ", 1)[0]! };
  }
  const { only, ...flags } = parsed.values;
  const [step, ...files] = only === undefined ? parsed.positionals : [only, ...parsed.positionals];
  if (step !== undefined && !steps.includes(step)) return { wrong: `There is no step "${step}"` };
  const isTest = step !== undefined && TESTS.includes(step);
  if (files.length > 0 && !isTest) return { wrong: `"${step}" takes no files` };
  if (flags.watch && !isTest) return { wrong: `--watch goes with one of ${TESTS.join(", ")}` };
  return { ...(step !== undefined && { step }), files, ...flags };
}

const parseFlags = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string" },
      long: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
