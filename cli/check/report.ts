import { type Problem, errorText } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import { type Paint, paintFor, unpainted } from "../command-kit/colors.ts";
import { resolveDocs } from "../files/home.ts";
import { renderTable } from "../command-kit/render-table.ts";
import type { LocaleStatus } from "./translations.ts";

/** A finding as a line and as JSON. */
export interface Finding {
  readonly code: Problem["code"];
  readonly severity: Problem["severity"];
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix?: string;
  readonly params: object;
}

const oneLine = (text: string): string =>
  text.replace(/(?<!\s)\s+/g, (space) => (/[\r\n]/.test(space) ? " " : space));

/**
 * Findings by file, line and column; a finding about a whole file is at its first character.
 * @param root the site's folder
 */
export function toFindings(root: string, problems: readonly Problem[]): Finding[] {
  const findings = problems.map((found): Finding => {
    const { message, fix } = errorText(found);
    const { file = "toolkit.config.ts", line = 1, column = 1 } = found.location ?? {};
    return {
      code: found.code,
      severity: found.severity,
      file,
      line,
      column,
      message: oneLine(message),
      ...(fix && { fix: oneLine(resolveDocs(fix, root)) }),
      params: found.params,
    };
  });
  return findings.sort((a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `file:line:column message`, with the fix. */
export const findingLine = (found: Finding, paint: Paint = unpainted): string =>
  `${paint("bold", `${found.file}:${found.line}:${found.column}`)} ${paint(found.severity === "error" ? "red" : "yellow", `${found.severity}:`)} ${found.message}${found.fix ? ` ${paint("cyan", found.fix)}` : ""} ${paint("dim", `[${found.code}]`)}\n`;

const escapeData = (text: string): string =>
  text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const escapeProperty = (text: string): string =>
  escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");

/** Workflow commands, which GitHub shows next to the changed lines of a pull request. */
export const annotation = ({ severity, file, line, column, code, message, fix }: Finding): string =>
  `::${severity} file=${escapeProperty(file)},line=${line},col=${column},title=${code}::${escapeData(`${message}${fix ? ` ${fix}` : ""}`)}\n`;

const STATUS_HEADER = ["locale", "translated", "stale", "missing", "messages missing"] as const;

/** The table of all locales. */
export function statusTable(statuses: readonly LocaleStatus[], padded: boolean): string {
  return renderTable(
    STATUS_HEADER,
    statuses.map((status) => [
      status.locale,
      `${status.translated}/${status.pages}`,
      `${status.stale}`,
      `${status.missing}`,
      `${status.messagesMissing}/${status.messages}`,
    ]),
    padded,
  );
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? "" : "s"}`;

export interface Summary {
  readonly statuses: readonly LocaleStatus[];
  /** Warnings that only the table counts. */
  readonly hidden: number;
  /** Number of pages of the built site; undefined if it was not checked. */
  readonly built: number | undefined;
  readonly files: number;
  readonly seconds: number;
}

/** Prints the table first, then the findings: findings on stdout, the rest on stderr. */
export function printReport(
  findings: readonly Finding[],
  summary: Summary,
  context: Pick<Context, "print" | "log" | "env" | "printsToTerminal">,
): void {
  const { statuses, hidden, built, files, seconds } = summary;
  const paint = paintFor(context.printsToTerminal, context.env);
  if (statuses.length > 0) context.log(`${statusTable(statuses, true)}\n`);
  if (hidden > 0)
    context.log(
      `${count(hidden, "warning")} about translations ${hidden === 1 ? "is" : "are"} in the table only; --locale <code> or --json tells each.\n`,
    );
  context.print(findings.map((found) => findingLine(found, paint)).join(""));
  if (context.env["GITHUB_ACTIONS"]) context.print(findings.map(annotation).join(""));
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const looked = `${count(files, "content file")}${built === undefined ? "" : ` and ${count(built, "built page")}`}`;
  context.log(
    findings.length === 0
      ? `No problems in ${looked} (${seconds.toFixed(1)} s).\n`
      : `${count(errors, "error")} and ${count(warnings, "warning")} in ${looked} (${seconds.toFixed(1)} s).\n`,
  );
  if (built === undefined) context.log("The built site was not checked.\n");
}
