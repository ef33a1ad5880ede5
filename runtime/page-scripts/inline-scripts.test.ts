import fc from "fast-check";
import { expect, it } from "vitest";
import { bestLocale, DEFAULT_LOCALES } from "#core/site/locales.ts";
import { LOCALE_SCRIPT, THEME_SCRIPT } from "./inline-scripts.ts";

const locales = DEFAULT_LOCALES.map(({ code, language }) => ({
  code,
  language,
  home: code === "en" ? "/" : `/${code}`,
}));

const run = (script: string, globals: Readonly<Record<string, unknown>>): void => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is what is tested
  new Function(...Object.keys(globals), script)(...Object.values(globals));
};

/** URL that the script redirects to, or null without a redirect. */
function visit(
  languages: readonly string[],
  { search = "", cookie = "", userAgent = "Mozilla/5.0" } = {},
): string | null {
  let target: string | null = null;
  run(LOCALE_SCRIPT, {
    document: {
      cookie,
      getElementById: () => ({ textContent: JSON.stringify({ locale: "en", locales }) }),
    },
    navigator: { languages, language: languages[0], userAgent },
    location: { search, hash: "", replace: (to: string) => (target = to) },
  });
  return target;
}

it("LOC-4 the script before first paint chooses what bestLocale chooses", () => {
  const tag = fc.constantFrom(
    ...DEFAULT_LOCALES.map(({ language }) => language),
    ..."en pt pt-PT zh zh-HK zh-tw de-AT fr-CA sv tlh AR es-419".split(" "),
  );
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 6 }), (languages) => {
      const best = bestLocale(languages, DEFAULT_LOCALES) ?? "en";
      expect(visit(languages)).toBe(best === "en" ? null : `/${best}`);
    }),
  );
});

it("LOC-4 the stored choice comes first; crawlers and ?noredirect stay", () => {
  expect(visit(["de"], { cookie: "a=b; i18n_redirected=ja" })).toBe("/ja");
  expect(visit(["de"], { cookie: "i18n_redirected=en" })).toBeNull();
  expect(visit(["de"], { cookie: "i18n_redirected=xx" })).toBe("/de");
  expect(visit(["de"], { search: "?utm_source=a" })).toBe("/de?utm_source=a");
  expect(visit(["de"], { search: "?noredirect" })).toBeNull();
  expect(visit(["de"], { search: "?noredirect=1&a=b" })).toBeNull();
  expect(visit(["de"], { search: "?noredirections" })).toBe("/de?noredirections");
  expect(visit(["de"], { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" })).toBeNull();
});

it("the appearance is set before first paint, and only to what exists", () => {
  const apply = (theme: string | null, token?: string): Record<string, string> => {
    const dataset: Record<string, string> = {};
    run(THEME_SCRIPT, {
      document: { documentElement: { dataset } },
      localStorage: { toolkit_theme: theme, toolkit_token: token },
    });
    return dataset;
  };
  expect(apply("dark")).toEqual({ js: "", theme: "dark" });
  expect(apply("purple")).toEqual({ js: "" });
  expect(apply(null)).toEqual({ js: "" });
  // The balance of a member has its room from the beginning.
  expect(apply(null, "t1")).toEqual({ js: "", member: "" });
});
