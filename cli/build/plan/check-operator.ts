import { type Problem, problem } from "#core/errors/errors.ts";
import type { Config } from "#core/site/config.ts";
import { isPublicOrigin, missingFields } from "#core/site/operator.ts";
import type { AnySourceEntry } from "../load/entry.ts";

/** The fields of `operator` that the policies of a public site need and the configuration lacks. */
export function checkOperator(
  entries: Iterable<AnySourceEntry>,
  { site, operator, plans, credits, analytics }: Config,
): Problem[] {
  if (!isPublicOrigin(site.origin)) return [];
  if (![...entries].some(({ type }) => type === "policies")) return [];
  const sells = plans.list.length + credits.packs.length > 0;
  const fields = missingFields(operator, { sells, hasAnalytics: analytics.enabled });
  if (fields.length === 0) return [];
  return [
    problem(
      "OPERATOR_MISSING",
      { origin: site.origin, fields: fields.join(", ") },
      { file: "toolkit.config.ts", text: site.origin },
    ),
  ];
}
