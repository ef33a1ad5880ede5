import { z } from "zod";
import { webAddress } from "./addresses.ts";

/** Models that a site offers, and where browsers download them: docs/models.md. */
export const modelSettings = z
  .strictObject({
    /** Base URL of models for browsers: a URL, or a path on the site. */
    baseUrl: z.union([z.literal(""), webAddress, z.string().startsWith("/")]).default(""),
    /** URL of the model hub, whose files have URLs of the form `owner/name/resolve/commit/file`. */
    hub: webAddress.default("https://huggingface.co"),
    /** Origins to which the hub redirects browsers, as content security policy sources. */
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
    /** Ids of models with a restrictive license that the site has accepted. */
    accept: z.array(z.string()).default([]),
    /**
     * Whether the site's own server (`toolkit preview`, `toolkit serve`) serves all offered models
     * below `baseUrl`: from its disk cache, or from the model's source, which is requested once.
     */
    pullThrough: z.boolean().default(false),
    /** Gigabytes of disk for the cache; the least recently used files are evicted. */
    diskLimit: z.number().positive().default(10),
    /** Maximum download rate from sources in megabits per second; null: unlimited. */
    bandwidth: z.number().positive().nullable().default(null),
  })
  .refine(({ baseUrl, pullThrough }) => !pullThrough || /^\/[\w-]+(?:\/[\w-]+)*$/.test(baseUrl), {
    message: "a path of the site such as /models, since models.pullThrough is set",
    path: ["baseUrl"],
  })
  .prefault({});
