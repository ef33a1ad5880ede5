import { z } from "zod";
import { optionalOrigin, origin, webAddress } from "./addresses.ts";
import { embedSettings } from "./embed-settings.ts";
import { DEFAULT_LOCALES, MESSAGE_FILES } from "./locales.ts";
import { jobSettings } from "./job-settings.ts";
import { type ServerOffer, serverOfferOf } from "./server-offer.ts";
import { modelSettings } from "./model-settings.ts";
import { operatorSettings } from "./operator.ts";
import { redirect } from "./redirect-rule.ts";
import type { Site } from "./site.ts";

/** Names of cookies and headers (RFC 9110: token). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const price = z.number().min(0);
/** A name, which is part of titles, menus and attributes. */
const line = z
  .string()
  .min(1)
  .regex(/^[^\t\n\r]*$/, "one line, without tabs");
const rating = z.strictObject({
  value: z.number().min(1).max(5),
  count: z.int().min(1),
  reviews: z.int().min(0),
});

const localeSchema = z.strictObject({
  /** Path prefix and folder under `locales/`. */
  code: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/, "a lower-case code such as pt-br"),
  /** BCP 47 tag for `lang`, `hreflang` and `Intl`. */
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a BCP 47 tag such as pt-BR"),
  /** English name. */
  name: line,
  /** The language's own name for itself, shown first in the switcher. */
  endonym: line,
  dir: z.enum(["ltr", "rtl"]).default("ltr"),
  /** Message files, without `.json`. */
  files: z
    .array(z.string())
    .readonly()
    .default([...MESSAGE_FILES]),
  /**
   * Origin that serves this locale without a prefix. Its folder in `dist/` is a separate document
   * root.
   */
  domain: origin.optional(),
});

/** Name of a model at the endpoint `HOSTED_URL`: docs/server.md#hosted-models. */
const modelName = z.string().min(1).max(200);
/** Codes of the locales that a model supports; empty: all. */
const modelLanguages = z.array(z.string().min(2)).default([]);
const hosted = z
  .strictObject({
    /**
     * Host of `HOSTED_URL`, with its port if it has one: visitors are shown which host processes
     * their texts and audio.
     */
    host: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d{1,5})?$/, "a host such as api.example.com")
      .nullable()
      .default(null),
    transcription: modelName.nullable().default(null),
    /** Model for translation and episode scripts. */
    chat: z.strictObject({ model: modelName, languages: modelLanguages }).nullable().default(null),
    /**
     * Model for speech synthesis, and its voices with the endpoint's ids and the names shown to
     * visitors.
     */
    speech: z
      .strictObject({
        model: modelName,
        languages: modelLanguages,
        voices: z
          .array(
            z.strictObject({
              id: z
                .string()
                .regex(/^[\w.-]{1,60}$/, "letters, digits, dots, hyphens and underscores"),
              name: z.string().min(1).max(60),
            }),
          )
          .min(1)
          .max(40),
      })
      .nullable()
      .default(null),
  })
  .refine(
    ({ host, transcription, chat, speech }) =>
      host !== null || (transcription === null && chat === null && speech === null),
    { path: ["host"], error: "needed where a model is named: the host of HOSTED_URL" },
  )
  .prefault({});

export const configSchema = z.strictObject({
  site: z.strictObject({
    /** Brand name, in titles, header and structured data. */
    name: line.max(40),
    /** Public origin of the site, without a trailing slash. */
    origin,
    /** Contact address of the operator, shown in the footer and in the policies. */
    contact: line,
    /** Profiles on other sites: `sameAs` in structured data, links in the footer. */
    social: z.array(z.strictObject({ name: z.string().min(1), url: webAddress })).default([]),
    /**
     * Whether URLs end with a slash: `/audio-trimmer/`. Has to match how the host serves folders.
     */
    trailingSlash: z.boolean().default(false),
  }),
  /** Languages, in the order of the switcher. */
  locales: z
    .array(localeSchema)
    .min(1)
    .readonly()
    .default([...DEFAULT_LOCALES]),
  /** The locale of the source content, which is the fallback of all others. */
  defaultLocale: z.string().default("en"),
  /** Whether URLs of the default locale have its code as a prefix, too. */
  prefixDefaultLocale: z.boolean().default(false),
  seo: z
    .strictObject({
      /**
       * Rating of pages without their own; `false` shows none. Search engines require ratings given
       * by visitors of the same page; `toolkit check` warns while pages share one.
       */
      defaultRating: z
        .union([rating, z.literal(false)])
        .default({ value: 4.8, count: 3750, reviews: 524 }),
      /** Whether to render a sharing image (Open Graph) for each page in each language. */
      images: z.boolean().default(true),
      /**
       * Whether a language with a single regional locale also gets its bare tag (`pt` for pt-BR,
       * the scripts of the two Chinese locales), so that readers of other regions are directed
       * there.
       */
      widerAlternates: z.boolean().default(false),
      /**
       * Slugs of tools that search engines are to list although the site offers no engine for what
       * they promise (`TOOL_HOLLOW`).
       */
      alwaysList: z.array(z.string()).default([]),
      /** Font packages for these images, which have precedence over the program's own. */
      fonts: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  embed: embedSettings,
  navigation: z
    .strictObject({
      /** Slugs of the tools in the menus; all if undefined. */
      tools: z.array(z.string()).optional(),
      /** Minutes between two checks of an open tab for a newer build of the site. */
      refreshMinutes: z.number().min(1).default(60),
    })
    .prefault({}),
  api: z
    .strictObject({
      /** Origin of the API; empty if it is the site's own. */
      baseUrl: optionalOrigin.default(""),
      /**
       * Cookie whose value a POST request repeats in `xsrfHeader`; without the cookie, the header
       * is omitted.
       */
      xsrfCookie: z
        .string()
        .regex(TOKEN, "a cookie's name such as XSRF-TOKEN")
        .default("XSRF-TOKEN"),
      xsrfHeader: z
        .string()
        .regex(TOKEN, "a header's name such as X-XSRF-TOKEN")
        .default("X-XSRF-TOKEN"),
    })
    .prefault({}),
  analytics: z
    .strictObject({
      /** Sends usage events to a log service. Off by default. */
      enabled: z.boolean().default(false),
      /**
       * Project of the log service; empty, together with `host`, if the API receives the events.
       */
      project: z
        .string()
        .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$/, "a project's name such as my-site")
        .default(""),
      /** Host of the log service, without the project. */
      host: z
        .string()
        .regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/, "a host such as log.example.com")
        .default(""),
      /** Log store of the project for the events. */
      logstore: z
        .string()
        .regex(/^([a-z0-9][a-z0-9_-]{0,62})?$/, "a log store's name such as events")
        .default(""),
    })
    .refine(({ project, host }) => (project === "") === (host === ""), {
      message: "`project` and `host` belong together: give both, or none",
      path: ["host"],
    })
    .refine(({ enabled, logstore }) => !enabled || logstore !== "", {
      message: "the name of the log store is needed while `enabled` is true",
      path: ["logstore"],
    })
    .prefault({}),
  languages: z
    .strictObject({
      /** Path or URL of the list of selectable languages. */
      url: z
        .union([z.string().regex(/^\/(?![/\\])/, { abort: true }), webAddress], {
          error: "a path such as /languages.json, or an address",
        })
        .default("/languages.json"),
    })
    .prefault({}),
  resources: z
    .strictObject({
      /**
       * Origin of files whose URLs the API returns. The browser requests them from `path` instead.
       */
      origin: optionalOrigin.default(""),
      /** Folder of the site that the host proxies to `origin`. */
      path: z
        .string()
        .regex(/^(\/[\w-]+)+$/, "a folder such as /resources, without a slash at the end")
        .default("/resources"),
    })
    .prefault({}),
  credits: z
    .strictObject({
      /** Credits of one daily claim. */
      daily: z.int().min(0).default(3),
      /** Welcome credits that each account can claim once. */
      gift: z.int().min(0).default(5),
      /** Credits sold as one-time purchases; they never expire. */
      packs: z.array(z.strictObject({ id: z.string(), credits: z.int().min(1), price })).default([
        { id: "pack-60", credits: 60, price: 6 },
        { id: "pack-200", credits: 200, price: 15 },
        { id: "pack-600", credits: 600, price: 36 },
      ]),
    })
    .prefault({}),
  plans: z
    .strictObject({
      /** ISO 4217 code of all prices. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "an ISO 4217 code such as USD")
        .default("USD"),
      /** Subscriptions; `monthly` and `yearly` are prices in the currency's main unit. */
      list: z
        .array(
          z.strictObject({
            id: z.string(),
            name: z.string(),
            creditsPerMonth: z.int().min(1),
            monthly: price,
            yearly: price,
          }),
        )
        .default([
          { id: "basic", name: "Basic", creditsPerMonth: 200, monthly: 9, yearly: 90 },
          { id: "pro", name: "Pro", creditsPerMonth: 800, monthly: 24, yearly: 240 },
        ]),
    })
    .prefault({}),
  models: modelSettings,
  tts: z
    .strictObject({
      /**
       * Whether the site publishes eSpeak NG, which is licensed under the GPL: the built-in voice.
       */
      espeak: z.boolean().default(true),
    })
    .prefault({}),
  accounts: z
    .strictObject({
      /**
       * Whether forms accept phone numbers, too, to which the server sends SMS:
       * docs/server.md#text-messages.
       */
      texts: z.boolean().default(false),
    })
    .prefault({}),
  links: z
    .strictObject({
      /** Whether the server fetches media from links that visitors paste: docs/server.md#links. */
      enabled: z.boolean().default(false),
    })
    .prefault({}),
  jobs: jobSettings,
  /**
   * Redirect rules for hosts and for client navigation: `{ from: "/old", to: "/new", status: 301
   * }`,
   * or `{ from: "/old", status: 410 }` for a permanently removed page.
   */
  redirects: z.array(redirect).default([]),
  hosted,
  operator: operatorSettings,
});

export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;

/** The type of `toolkit.config.ts`: editors show every field with its documentation. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;

/** The part of the configuration that the browser's services need. */
export interface BrowserServices {
  readonly analytics: Config["analytics"];
  readonly languages: Config["languages"];
  readonly resources: Config["resources"];
  readonly accounts: Config["accounts"];
  readonly links: Config["links"];
  readonly hosted: Config["hosted"];
  /** Work on the site's servers; null if the site offers none. */
  readonly servers: ServerOffer | null;
  /** Names of the CSRF cookie and header. */
  readonly xsrf: { readonly cookie: string; readonly header: string };
}

export const servicesOf = ({
  analytics,
  languages,
  resources,
  accounts,
  links,
  hosted,
  jobs,
  operator,
  site,
  api: { xsrfCookie: cookie, xsrfHeader: header },
}: Config): BrowserServices => ({
  analytics,
  languages,
  resources,
  accounts,
  links,
  hosted,
  servers: serverOfferOf(jobs, operator.name ?? site.name),
  xsrf: { cookie, header },
});

/**
 * The part of the configuration that pages need, with the resolved prefix and origin of each
 * locale.
 */
export function siteOf(config: Config): Site {
  const { site, defaultLocale } = config;
  return {
    name: site.name,
    origin: site.origin,
    contact: site.contact,
    social: site.social,
    trailingSlash: site.trailingSlash,
    apiBase: config.api.baseUrl,
    links: config.links.enabled,
    images: config.seo.images,
    widerAlternates: config.seo.widerAlternates,
    defaultLocale,
    locales: config.locales.map(({ domain, ...locale }) => ({
      ...locale,
      ...(domain !== undefined && { domain }),
      origin: domain ?? site.origin,
      prefix:
        domain !== undefined || (locale.code === defaultLocale && !config.prefixDefaultLocale)
          ? ""
          : `/${locale.code}`,
    })),
  };
}
