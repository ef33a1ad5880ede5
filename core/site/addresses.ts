import { z } from "zod";

/**
 * Host names with characters of DNS names and IP addresses only. The URL standard also allows
 * semicolons, quotes and asterisks, which have a different meaning in a header such as the content
 * security policy.
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
 * An origin in the form that browsers compare: the host in Punycode and lowercase, without the
 * scheme's default port.
 */
export const origin = z
  .string()
  .regex(/^https?:\/\/[^\s/?#\\@]+$/i, { error: ORIGIN, abort: true })
  .pipe(
    z.url({ protocol: /^https?$/, hostname: HOST, normalize: true, error: ORIGIN, abort: true }),
  )
  .refine(hasLabels, ORIGIN)
  .transform((href) => href.replace(/\/$/, ""));

/** An origin whose pages cannot be changed on the way; on this machine, HTTP is as safe. */
export const secureOrigin = origin.refine(
  (text) => text.startsWith("https:") || /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(text),
  "an origin with https, such as https://example.com",
);

/** An origin, or an empty string. */
export const optionalOrigin = z.union([z.literal(""), origin], { error: ORIGIN });

const ADDRESS = "an address such as https://example.com/page, without a user or spaces";

/** A URL that a browser or a server opens: it cannot run scripts, and its host is valid. */
export const webAddress = z
  .string()
  .regex(/^https?:\/\/(?![^/?#]*@)[^\s\\\p{Cc}]+$/iu, { error: ADDRESS, abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: HOST, error: ADDRESS, abort: true }))
  .transform((text) =>
    // Headers and rule files are ASCII; ASCII URLs are kept as written.
    /[^\x21-\x7e]/.test(text) ? z.url({ normalize: true }).parse(text) : text,
  );
