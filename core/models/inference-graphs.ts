import { type EffectForm, type StemsForm, formFiles } from "./forms.ts";
import type { GraphSignature, Model } from "./models.ts";

/** Forms whose graphs process seconds of sound in a request, so that its way costs little. */
export type InferenceForm = StemsForm | Extract<EffectForm, { kind: "deep-filter" }>;

/** A graph on an inference server. */
export interface InferenceGraph {
  readonly role: string;
  /** Name of the model on the server: the id, and the role if there are several graphs. */
  readonly name: string;
  readonly signature: GraphSignature;
}

/** The graphs of a model as inference servers have them; null if such a server cannot run it. */
export function inferenceGraphs({
  id,
  form,
  signature,
}: Pick<Model, "id" | "form" | "signature">): {
  readonly form: InferenceForm;
  readonly graphs: readonly InferenceGraph[];
} | null {
  switch (form?.kind) {
    case "demucs":
    case "mdx":
    case "spleeter":
    case "deep-filter":
      break;
    default:
      return null;
  }
  const roles = formFiles(form);
  const graphs = roles.flatMap((role) => {
    const own = signature.graphs?.[role];
    return own ? [{ role, name: roles.length === 1 ? id : `${id}-${role}`, signature: own }] : [];
  });
  return graphs.length === roles.length ? { form, graphs } : null;
}
