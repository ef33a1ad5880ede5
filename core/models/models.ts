import { z } from "zod";
import { modelForm } from "./forms.ts";

/** A relative path that is valid on any operating system. */
export const filePath = z
  .string()
  .regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[\w@][\w@./ -]*$/, "a path such as dtln/dtln.f16");
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
export const byteCount = z.int().min(1);
const page = z.url({ protocol: /^https?$/ });

/** A repository on a model hub, at a branch that may change. */
export const hubSource = z.strictObject({
  kind: z.literal("hub"),
  repo: z.string().regex(/^\w[\w.-]*\/\w[\w.-]*$/, "owner/name"),
  /** Requested branch, tag or commit. */
  revision: z.string().min(1).default("main"),
});
/** A package of the npm registry in an immutable version. */
export const npmSource = z.strictObject({
  kind: z.literal("npm"),
  package: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "a package's name"),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, "an exact version"),
  /** npm's integrity digest of the tarball. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "sha512-…"),
});
/** A single file at a URL, such as a release asset. */
export const urlSource = z.strictObject({
  kind: z.literal("url"),
  /** URL of a folder, with a trailing slash, to which a file's `from` is appended. */
  base: page.endsWith("/"),
  /** The server sends no CORS headers, so the site has to host the file itself. */
  direct: z.literal(false).optional(),
});
/** Ships with the program, in audio/nets/weights. */
const programSource = z.strictObject({ kind: z.literal("program") });

const file = z.strictObject({
  /** Role of the file in the form: `graph`, `encoder`, … */
  role: z.string().min(1),
  /** Path below `models.baseUrl`, and in the folder that `toolkit models pull` fills. */
  path: filePath,
  /** Path inside the source. */
  from: filePath,
  /** Only for files that ship with the program; for others, the digest is in the lock. */
  sha256: sha256.optional(),
  bytes: byteCount.optional(),
});

/**
 * `any`: any user and purpose. The others require the operator's explicit consent for each model.
 */
export const LICENSE_USES = ["any", "non-commercial", "personal-research"] as const;

const licence = z.strictObject({
  /** SPDX id of the weights' license, or a `LicenseRef-`. */
  id: z.string().min(1),
  use: z.enum(LICENSE_USES),
  /** URL of the license text. */
  url: page,
});

const cited = { source: z.string().min(1) };

const tensor = z.strictObject({
  /** `{n}` is replaced with 0 … `repeat` − 1. */
  name: z.string().min(1),
  repeat: z.int().min(1).optional(),
  type: z.enum(["float32", "float16", "int64", "int32", "bool"]),
  /** A string names a dynamic dimension. */
  shape: z.array(z.union([z.int().min(1), z.string().min(1)])),
});
const graph = z.strictObject({ inputs: z.array(tensor).min(1), outputs: z.array(tensor).min(1) });
const signature = z.strictObject({
  /** Description of inputs and outputs: shapes, units, ranges. */
  input: z.string().min(1),
  output: z.string().min(1),
  /** Tensors of the ONNX files, by role. */
  graphs: z.record(z.string(), graph).optional(),
  ...cited,
});

export const QUALITY_MEASURES = ["sdr", "si-sdr", "wer", "mos", "dnsmos", "pesq", "comet"] as const;
const quality = z.strictObject({
  /**
   * dB for `sdr` and `si-sdr`; percent for `wer`; a score from 1 to 5 for `mos`, `dnsmos`, `pesq`.
   */
  measure: z.enum(QUALITY_MEASURES),
  value: z.number(),
  /** Name of the benchmark, such as MUSDB-HQ. */
  on: z.string().min(1),
  /** BCP 47 language of the benchmark; missing for one that does not depend on the language. */
  language: z.string().min(2).optional(),
  ...cited,
});

const model = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "a lower-case id such as dtln"),
  /** Name given by its authors. */
  name: z.string().min(1),
  /** Purpose, such as `denoise` or `stems`. */
  task: z.string().min(1),
  /** `built-in`: ships with the program. `studio`: downloaded on demand. */
  tier: z.enum(["built-in", "studio"]),
  source: z.discriminatedUnion("kind", [hubSource, npmSource, urlSource, programSource]),
  files: z.array(file).min(1),
  licence,
  /** Page of the model's authors. */
  page,
  /** BCP 47; empty for models that do not depend on the language. */
  languages: z.array(z.string().min(2)).default([]),
  /** Bytes of memory while running. */
  memory: z.strictObject({ bytes: byteCount, ...cited }).optional(),
  /**
   * Seconds of audio, input or output, processed per second on one CPU core with ONNX Runtime's
   * WebAssembly backend; `device` names the CPU.
   */
  speed: z
    .strictObject({ realTime: z.number().positive(), device: z.string().min(1), ...cited })
    .optional(),
  signature,
  /** The code that runs the model; a model without a form is listed but not offered. */
  form: modelForm.optional(),
  /** Published quality measurements, with their sources. */
  quality: z.array(quality),
  /**
   * Set if the built-in engine is better, as `source` says: commands can run the model, but
   * visitors are not offered it.
   */
  surpassed: z.strictObject(cited).optional(),
  /** Unknown facts. An entry that has any is incomplete: only its name is locked. */
  unknown: z.array(z.string().min(1)).default([]),
});

const faultOf = ({ tier, source, files }: z.output<typeof model>): string | null => {
  if ((tier === "built-in") !== (source.kind === "program"))
    return "the source `program` for what is built in, and for nothing else";
  const digests = files.filter(({ sha256: hash, bytes }) => hash !== undefined && bytes);
  if (digests.length !== (tier === "built-in" ? files.length : 0))
    return "sha256 and bytes for what is built in; others have them in models/lock.json";
  const differ = (key: "role" | "path") => new Set(files.map((one) => one[key])).size;
  return differ("role") === files.length && differ("path") === files.length
    ? null
    : "roles and paths that differ";
};

export const registrySchema = z
  .strictObject({
    models: z.array(
      model.superRefine((one, context) => {
        const message = faultOf(one);
        if (message !== null) context.addIssue({ code: "custom", message, path: ["files"] });
      }),
    ),
  })
  .refine(({ models }) => new Set(models.map(({ id }) => id)).size === models.length, {
    message: "ids that differ",
    path: ["models"],
  });

/** A neural network that tools can use. */
export type Model = z.output<typeof model>;
/** Inputs and outputs of an ONNX file. */
export type GraphSignature = z.output<typeof graph>;
export type ModelLicense = z.output<typeof licence>;
export type ModelQuality = z.output<typeof quality>;
/** A measured quality without its source. */
export type Figure = Pick<ModelQuality, "measure" | "value" | "on">;
