import { z } from "zod";

const file = z.strictObject({
  /** Path below `models.baseUrl`, and below the folder that `toolkit models pull` fills. */
  path: z.string().regex(/^(?!.*\.\.)[\w][\w./-]*$/, "a path such as dtln/dtln.f16"),
  /** Where it is published; null where it ships with the program. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
  /** Hexadecimal; null where nobody has checked it: then it is not loaded. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
    .nullable(),
  /** null where it is not known. */
  bytes: z.int().min(1).nullable(),
});

/**
 * How an ONNX graph is fed that takes noise from a spectrum frame by frame: frames of `frame` samples
 * that overlap by half, under the root of a Hann window. `input` and `output` are [1, frame / 2 + 1, 1, 2],
 * real and imaginary parts in turn; a state comes out under its name with `_out` and goes in with the
 * next frame, all zeros with the first.
 */
const form = z.strictObject({
  kind: z.literal("spectral-stream"),
  /** Hz */
  sampleRate: z.int().min(8000).max(48_000),
  /** Samples. */
  frame: z.literal([256, 512, 1024, 2048]),
  input: z.string().min(1),
  output: z.string().min(1),
  /** Shapes by name. */
  states: z.record(z.string(), z.array(z.int().min(1)).min(1)),
});

const model = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "a lower-case id such as dtln"),
  /** What it is for, such as `denoise` or `stems`. */
  task: z.string().min(1),
  /** `built-in`: it ships with the program. `studio`: it is loaded when somebody wants it. */
  tier: z.enum(["built-in", "studio"]),
  files: z.array(file).min(1),
  /** SPDX id of the weights. */
  licence: z.string().min(1),
  /** Page of those who made it. */
  source: z.url(),
  /** What goes in and comes out, in words: names, shapes, units. */
  signature: z.strictObject({ input: z.string().min(1), output: z.string().min(1) }),
  /** How the browser runs it; a net without one is listed, and not offered there. */
  form: form.optional(),
  /** What may be expected of it, and who says so. */
  quality: z.string().min(1),
});

export const registrySchema = z
  .strictObject({ models: z.array(model) })
  .refine(({ models }) => new Set(models.map(({ id }) => id)).size === models.length, {
    message: "ids that differ",
    path: ["models"],
  })
  .refine(
    ({ models }) =>
      models.every(({ tier, files }) =>
        files.every(({ url, sha256 }) =>
          tier === "built-in" ? url === null && sha256 !== null : url !== null,
        ),
      ),
    {
      message: "a checksum for each file that ships, and an address for each other",
      path: ["models"],
    },
  );

/** A neural net that tools can work with. */
export type Model = z.output<typeof model>;
export type ModelFile = z.output<typeof file>;
export type SpectralForm = z.output<typeof form>;

/** A net that a visitor may bring onto the device. */
export interface OfferedModel {
  readonly id: string;
  readonly task: string;
  /** SPDX */
  readonly licence: string;
  /** Page of those who made it. */
  readonly source: string;
  readonly form: SpectralForm;
  /** An address, or a path of the site. */
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * The nets that the browser offers: those that it knows how to run, in one file whose checksum and
 * size are known. What nobody has checked is not loaded, and so not offered.
 * @param baseUrl `models.baseUrl` of the configuration; empty: they come from where they are published
 */
export const offeredModels = (models: readonly Model[], baseUrl: string): OfferedModel[] =>
  models.flatMap(({ id, task, tier, licence, source, form: runs, files }) => {
    const [only, ...others] = files;
    if (tier !== "studio" || !runs || others.length > 0) return [];
    const { path, url, sha256, bytes } = only!;
    if (sha256 === null || bytes === null) return [];
    const at = baseUrl === "" ? url! : `${baseUrl.replace(/\/$/, "")}/${path}`;
    return [{ id, task, licence, source, form: runs, url: at, sha256, bytes }];
  });
