import { z } from "zod";

/**
 * Host names are written with what DNS and IP have. The URL standard also lets semicolons, quotes
 * and asterisks be in one, which would be read as something else in a header such as the security
 * policy.
 */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

const hasLabels = (href: string): boolean => {
  const [host = ""] = href.split("/")[2]!.split(/:\d+$/);
  return (
    host.startsWith("[") ||
    (host.length <= 253 &&
      host
        .split(".")
        .every((label) => label.length > 0 && label.length <= 63 && !/^-|-$/.test(label)))
  );
};

const ORIGIN = "an origin such as https://example.com, without a path, a user or a query";

/**
 * An origin, in the form that browsers compare: an internationalized host in Punycode, in lower
 * case, without the scheme's own port.
 */
export const origin = z
  .string()
  .regex(/^https?:\/\/[^\s/?#\\@]+$/i, { error: ORIGIN, abort: true })
  .pipe(
    z.url({ protocol: /^https?$/, hostname: HOST, normalize: true, error: ORIGIN, abort: true }),
  )
  .refine(hasLabels, ORIGIN)
  .transform((href) => href.replace(/\/$/, ""));

/** An origin, or nothing. */
export const optionalOrigin = z.union([z.literal(""), origin], { error: ORIGIN });

const ADDRESS = "an address such as https://example.com/page, without a user or spaces";

/** An address that a browser or a server opens: it runs nothing, and its host is a host. */
export const webAddress = z
  .string()
  .regex(/^https?:\/\/(?![^/?#]*@)[^\s\\\p{Cc}]+$/iu, { error: ADDRESS, abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: HOST, error: ADDRESS, abort: true }))
  .transform((text) =>
    // Headers and files of rules are ASCII; what is ASCII stays as it is written.
    /[^\x21-\x7e]/.test(text) ? z.url({ normalize: true }).parse(text) : text,
  );
