import { z } from "zod";
import { webAddress } from "./addresses.ts";

/** Which neural models a site offers, and where browsers fetch them: docs/models.md. */
export const modelSettings = z
  .strictObject({
    /** Where the browser fetches neural models from: an address, or a path of the site. */
    baseUrl: z.union([z.literal(""), webAddress, z.string().startsWith("/")]).default(""),
    /** Address of the hub that models come from, whose addresses are `owner/name/resolve/commit/file`. */
    hub: webAddress.default("https://huggingface.co"),
    /** Where the hub sends browsers on to, as sources of the content security policy. */
    storage: z
      .array(
        z
          .string()
          .regex(
            /^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/,
            "an origin, or one such as https://*.example.org",
          ),
      )
      .default(["https://*.huggingface.co", "https://*.hf.co"]),
    /** Ids of models that are not for every use, whose licence the site has accepted. */
    accept: z.array(z.string()).default([]),
    /**
     * Whether the site's own server (`toolkit preview`, `toolkit serve`) answers below `baseUrl` for every
     * model that the site offers: from its disk, or from the model's source, which it asks once.
     */
    pullThrough: z.boolean().default(false),
    /** Gigabytes of disk for those files; what was requested least recently goes. */
    diskLimit: z.number().positive().default(10),
    /** Megabits per second that sources are read with; null: no limit. */
    bandwidth: z.number().positive().nullable().default(null),
  })
  .refine(({ baseUrl, pullThrough }) => !pullThrough || /^\/[\w-]+(?:\/[\w-]+)*$/.test(baseUrl), {
    message: "a path of the site such as /models, since models.pullThrough is set",
    path: ["baseUrl"],
  })
  .prefault({});
