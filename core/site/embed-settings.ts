import { z } from "zod";
import { secureOrigin } from "./addresses.ts";

export const embedSettings = z
  .strictObject({
    /**
     * Origins of other sites that may show tools of this site in a frame, at `/embed/<tool>`.
     * Without any, no page of the site can be framed.
     */
    origins: z.array(secureOrigin).readonly().default([]),
    /**
     * Slugs of the tools that run in frames, in full and without credits: on the visitor's device,
     * they cost the operator nothing. Undefined for those that are free on the site itself.
     */
    tools: z.array(z.string().min(1)).readonly().optional(),
  })
  .prefault({});
