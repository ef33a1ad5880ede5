import { z } from "zod";
import { modelForm } from "./forms.ts";

/** Below a folder or an address, on any system. */
export const filePath = z
  .string()
  .regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[\w@][\w@./ -]*$/, "a path such as dtln/dtln.f16");
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
export const byteCount = z.int().min(1);
const page = z.url({ protocol: /^https?$/ });

/** A repository of a model hub, on a branch that may move on. */
export const hubSource = z.strictObject({
  kind: z.literal("hub"),
  /** `owner/name` */
  repo: z.string().regex(/^\w[\w.-]*\/\w[\w.-]*$/, "owner/name"),
  /** Branch, tag or commit that is asked for. */
  revision: z.string().min(1).default("main"),
});
/** A package of the npm registry, in one version for all time. */
export const npmSource = z.strictObject({
  kind: z.literal("npm"),
  package: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "a package's name"),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, "an exact version"),
  /** npm's own, of the tarball. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "sha512-…"),
});
/** A file of its own somewhere, such as the asset of a release. */
export const urlSource = z.strictObject({
  kind: z.literal("url"),
  /** Folder, with a slash at its end; a file's `from` follows. */
  base: page.endsWith("/"),
  /** Browsers may not read it from the pages of other sites: it has to be on a host of one's own. */
  direct: z.literal(false).optional(),
});
/** It ships with this program, below audio/nets/weights. */
const programSource = z.strictObject({ kind: z.literal("program") });

const file = z.strictObject({
  /** As which of the form's files it is opened: `graph`, `encoder`, … */
  role: z.string().min(1),
  /** Path below `models.baseUrl`, and below the folder that `toolkit models pull` fills. */
  path: filePath,
  /** Path inside the source. */
  from: filePath,
  /** Known here for what ships alone; others have it in the lock. */
  sha256: sha256.optional(),
  bytes: byteCount.optional(),
});

/** `any`: for everybody and every purpose. The others need the operator's consent by name. */
export const LICENSE_USES = ["any", "non-commercial", "personal-research"] as const;

const licence = z.strictObject({
  /** SPDX id of the weights, or a `LicenseRef-`. */
  id: z.string().min(1),
  use: z.enum(LICENSE_USES),
  /** Where it can be read. */
  url: page,
});

const cited = { source: z.string().min(1) };

const tensor = z.strictObject({
  /** `{n}` in it stands for 0 … `repeat` − 1. */
  name: z.string().min(1),
  repeat: z.int().min(1).optional(),
  type: z.enum(["float32", "float16", "int64", "int32", "bool"]),
  /** A name where the size is free. */
  shape: z.array(z.union([z.int().min(1), z.string().min(1)])),
});
const signature = z.strictObject({
  /** What goes in and comes out, in words: shapes, units, ranges. */
  input: z.string().min(1),
  output: z.string().min(1),
  /** Tensors of each ONNX file, by its role. */
  graphs: z
    .record(
      z.string(),
      z.strictObject({ inputs: z.array(tensor).min(1), outputs: z.array(tensor).min(1) }),
    )
    .optional(),
  ...cited,
});

export const QUALITY_MEASURES = ["sdr", "si-sdr", "wer", "mos", "dnsmos", "pesq", "comet"] as const;
const quality = z.strictObject({
  /** dB for `sdr` and `si-sdr`; per cent for `wer`; a grade of 1 to 5 for `mos`, `dnsmos`, `pesq`. */
  measure: z.enum(QUALITY_MEASURES),
  value: z.number(),
  /** On what it was measured: a name, such as MUSDB-HQ. */
  on: z.string().min(1),
  ...cited,
});

const model = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "a lower-case id such as dtln"),
  /** As its makers call it. */
  name: z.string().min(1),
  /** What it is for, such as `denoise` or `stems`. */
  task: z.string().min(1),
  /** `built-in`: it ships with the program. `studio`: it is loaded when somebody wants it. */
  tier: z.enum(["built-in", "studio"]),
  source: z.discriminatedUnion("kind", [hubSource, npmSource, urlSource, programSource]),
  files: z.array(file).min(1),
  licence,
  /** Page of those who made it. */
  page,
  /** BCP 47; none where speech is of no matter to it. */
  languages: z.array(z.string().min(2)).default([]),
  /** Bytes while it runs. */
  memory: z.strictObject({ bytes: byteCount, ...cited }).optional(),
  /**
   * Seconds of sound, heard or spoken, in a second of work of one core of a processor with ONNX Runtime's
   * WebAssembly; `device` says of which.
   */
  speed: z
    .strictObject({ realTime: z.number().positive(), device: z.string().min(1), ...cited })
    .optional(),
  signature,
  /** How it is run; one without is listed, and not offered. */
  form: modelForm.optional(),
  /** What may be expected of it, and who says so. */
  quality: z.array(quality),
  /** What nobody here knows of it. An entry with any is not ready: it is locked by its name alone. */
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

/** A neural net that tools can work with. */
export type Model = z.output<typeof model>;
export type ModelLicense = z.output<typeof licence>;
export type ModelQuality = z.output<typeof quality>;
