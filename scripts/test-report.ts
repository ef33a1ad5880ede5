// What a report of vitest says, in lines for the end of a log, which may be all that is kept of it.

/** What is read of a report of vitest's JSON reporter. */
export interface TestReport {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
      readonly meta: { readonly leftOut?: string };
    }[];
  }[];
}

/**
 * What failed, with the first lines of why.
 * @param root folder that is left out of paths
 */
export function failuresOf({ testResults }: TestReport, root: string): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0)
      return message ? [`${within(name, root)}: ${firstLines(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${within(name, root)} > ${fullName}\n    ${firstLines(failureMessages[0] ?? "")}`,
    );
  });
}

/** What passed only when it was tried again, with the first lines of why it had failed. */
export function unsteadyIn({ testResults }: TestReport, root: string): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages }) =>
          `${within(name, root)} > ${fullName}\n    ${firstLines(failureMessages[0]!)}`,
      ),
  );
}

/** How many tests were left out for each reason that they give (`tests/left-out.ts`). */
export function leftOutOf({ testResults }: TestReport): string[] {
  const counts = new Map<string, number>();
  for (const { assertionResults } of testResults)
    for (const { status, meta } of assertionResults)
      if (status !== "passed" && status !== "failed") {
        const why = meta.leftOut ?? "no reason given";
        counts.set(why, (counts.get(why) ?? 0) + 1);
      }
  return [...counts].map(([why, count]) => `${count}: ${why}`);
}

const within = (file: string, root: string): string => file.replace(`${root}/`, "");

/** Three lines: a property that failed names its seed in the second, its counterexample in the third. */
const firstLines = (text: string): string =>
  text
    .split("\n", 3)
    .map((line) => line.slice(0, 300))
    .join("\n    ");
