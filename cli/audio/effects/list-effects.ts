import type { Effect } from "#audio/effect.ts";
import { describeParameter, type Parameter } from "#audio/parameters.ts";
import type { Context } from "../../command-kit/context.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import { listEffects, loadEffect } from "./effects.ts";

const loadEffects = (context: Context, id: string | undefined): Promise<Effect[]> =>
  Promise.all(
    (id === undefined ? listEffects(context) : [id]).map((each) => loadEffect(each, context)),
  );

function describeDefault(parameter: Parameter): string {
  if (parameter.kind === "ranges") return "none";
  if (parameter.kind === "switch") return parameter.default ? "on" : "off";
  return String(parameter.default);
}

function rowsOf({ id, parameters }: Effect): readonly (readonly string[])[] {
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    id,
    name,
    describeParameter(parameter),
    describeDefault(parameter),
  ]);
  return rows.length > 0 ? rows : [[id, "", "", ""]];
}

/**
 * The parameters of all effects or of one, as a table or as JSON.
 * @throws {ToolkitError} EFFECT_UNKNOWN
 */
export async function listParameters(
  context: Context,
  { id, json }: { readonly id: string | undefined; readonly json: boolean },
): Promise<string> {
  const effects = await loadEffects(context, id);
  if (json) {
    const shown = effects.map((effect) => ({ id: effect.id, parameters: effect.parameters }));
    return `${JSON.stringify({ ok: true, effects: shown })}\n`;
  }
  const header = ["effect", "parameter", "takes", "default"];
  return renderTable(header, effects.flatMap(rowsOf), context.printsToTerminal);
}

/**
 * For help: the parameters of an effect, or all effects with the names of theirs.
 * @throws {ToolkitError} EFFECT_UNKNOWN
 */
export async function explainEffects(context: Context, id: string | undefined): Promise<string> {
  const effects = await loadEffects(context, id);
  const indented = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
    renderTable(header, rows, true).replaceAll(/^/gm, "  ").trimEnd();
  if (id === undefined) {
    const rows = effects.map(({ id: name, parameters }) => [
      name,
      Object.keys(parameters).join(", "),
    ]);
    return `Effects and their parameters, for --set:\n${indented(["effect", "parameters"], rows)}\n`;
  }
  const rows = effects.flatMap(rowsOf).map(([, ...cells]) => cells);
  return `Parameters of ${id}, for --set:\n${indented(["parameter", "takes", "default"], rows)}\n`;
}
