import fs from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import fastGlob from "fast-glob";
import { parse } from "yaml";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (name: string): string => fs.readFileSync(path.join(ROOT, name), "utf8");

/** Names of all metrics that servers and workers publish. */
function publishedMetrics(): ReadonlySet<string> {
  const names = new Set<string>();
  const files = fastGlob.sync("{server,cli}/**/*.ts", {
    cwd: ROOT,
    ignore: ["**/*.test.ts", "**/.tsc"],
  });
  for (const file of files)
    for (const [, kind, name] of read(file).matchAll(
      /\b(count|set|observe)\(\s*"(toolkit_[a-z_]+)"/g,
    )) {
      if (kind === "observe")
        for (const part of ["bucket", "sum", "count"]) names.add(`${name}_${part}`);
      else names.add(name!);
    }
  return names;
}

/** Metrics of an expression. @throws if it is not PromQL */
function metricsIn(expression: string): string[] {
  const metrics: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`);
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector")
        metrics.push(expression.slice(from, to));
    },
  });
  return metrics;
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly action: string };
    }[];
  }[];
}

const dashboard = JSON.parse(read("docs/operations/grafana.json")) as Dashboard;
const rules = (parse(read("docs/operations/prometheus-rules.yml")) as Rules).groups.flatMap(
  (group) => group.rules,
);

it("finds metrics in PromQL, and rejects what is not PromQL", () => {
  expect(metricsIn('max(a_b{c="d"}) / sum by (e) (rate(f_total[5m])) > 1')).toEqual([
    "a_b",
    "f_total",
  ]);
  expect(() => metricsIn("sum by (")).toThrow("Not PromQL");
});

it("panels and alerts read only metrics that are published, and the dashboard shows all of inference", () => {
  const published = publishedMetrics();
  expect(published).toContain("toolkit_jobs");
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const metrics = metricsIn(expression);
    expect(metrics.length, expression).toBeGreaterThan(0);
    for (const metric of metrics) expect(published, expression).toContain(metric);
  }
  const shown = new Set(
    dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  );
  const ofInference = [...published].filter((name) =>
    /^toolkit_inference_(?!.*_(sum|count)$)/.test(name),
  );
  expect(ofInference.length).toBe(6);
  for (const metric of ofInference) expect(shown).toContain(metric);
});

it("panels and alerts have names of their own, and each alert says what to do", () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  for (const { alert, labels, annotations } of rules) {
    expect(["warning", "critical"], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/\.$/);
    expect(annotations.action, alert).toMatch(/\.$/);
  }
});
