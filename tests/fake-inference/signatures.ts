import type { GraphSignature } from "#core/models/models.ts";
import { MDX_FORM } from "../nets/mdx-graph.ts";

const { bins, columns } = MDX_FORM;
const shape = ["batch_size", 4, bins, columns];

/** The signature of `mdxGraph` with `MDX_FORM`. */
export const MDX_SIGNATURE: GraphSignature = {
  inputs: [{ name: "input", type: "float32", shape }],
  outputs: [{ name: "output", type: "float32", shape }],
};

const floats = (name: string, ...sizes: readonly (number | string)[]) => ({
  name,
  type: "float32" as const,
  shape: [...sizes],
});
const SKIPS = ["e3", "e2", "e1", "e0"].map((name) => floats(name, 1, 1, "time", 32));
const EMBEDDING = floats("emb", 1, "time", 32);
const LOW_BINS = floats("c0", 1, 2, "time", 96);

/** The signatures of `deepFilterEncoder`, `deepFilterBands` and `deepFilterFilters`, by role. */
export const DEEP_FILTER_SIGNATURES = {
  encoder: {
    inputs: [floats("feat_erb", 1, 1, "time", 32), floats("feat_spec", 1, 2, "time", 96)],
    outputs: [...SKIPS, EMBEDDING, LOW_BINS, floats("lsnr", 1, "time", 1)],
  },
  "erb-decoder": { inputs: [EMBEDDING, ...SKIPS], outputs: [floats("m", 1, 1, "time", 32)] },
  "filter-decoder": {
    inputs: [EMBEDDING, LOW_BINS],
    outputs: [floats("coefs", 1, "time", 96, 10)],
  },
} satisfies Readonly<Record<string, GraphSignature>>;
