import { pathToFileURL } from "node:url";
import { CATALOG } from "#core/errors/error-catalogue.ts";
import type { Finding } from "./report.ts";

/** Findings in SARIF 2.1.0 (OASIS), which code hosts and editors read. */
export function toSarif(findings: readonly Finding[], root: string): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "toolkit",
            rules: codes.map((id) => ({ id, shortDescription: { text: CATALOG[id].title } })),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(root).href}/` } },
        results: findings.map(({ code, severity, file, line, column, message, fix }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity,
          message: { text: fix === undefined ? message : `${message} ${fix}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: file.split("/").map(encodeURIComponent).join("/"),
                  uriBaseId: "ROOT",
                },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
