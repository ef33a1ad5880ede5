import { z } from "zod";
import { webAddress } from "./addresses.ts";

/** Invisible characters, except those that join and separate letters (U+200C, U+200D). */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/;
/** A path on this site, or a URL. Browsers interpret `//host` and `/\\host` as other hosts. */
const redirectTarget = z.union(
  [
    z
      .string()
      .regex(/^\/(?![/\\])[^\s\\\p{Cc}]*$/u, { abort: true })
      .refine((to) => !UNSEEN.test(to), { abort: true }),
    webAddress.refine(
      (to) => !/^[^/]*\/\/[^/?#]*:[A-Za-z]/.test(to),
      "an address whose host is fixed",
    ),
  ],
  {
    error:
      "a path such as /new, or an address such as https://example.com/new, without spaces and invisible characters",
  },
);

/** Path segments that clients resolve before sending a request. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/** A rule that leads from an address of the site to another one, or says that it is gone. */
export const redirect = z
  .strictObject({
    /** A path without a query, because hosts compare paths only. */
    from: z
      .string()
      .regex(/^\/(?![/\\])[^\s\\?#\p{Cc}]*$/u, {
        abort: true,
        error: "a path that starts with one slash, without a query, a fragment or spaces",
      })
      .refine(
        (from) => !UNSEEN.test(from) && !from.split("/").some((part) => DOTS.test(part)),
        "a path without invisible characters, and without parts that are . or ..",
      ),
    /** Undefined only with status 410. */
    to: redirectTarget.optional(),
    status: z
      .union([z.literal(301), z.literal(302), z.literal(307), z.literal(308), z.literal(410)])
      .default(301),
  })
  .refine(({ to, status }) => (status === 410) === (to === undefined), {
    path: ["to"],
    error: "must be there with a redirect, and must not with 410",
  });
