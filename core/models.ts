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
