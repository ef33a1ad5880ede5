/** Content files of test sites: valid, short, and different wherever a test looks. */

const items = (count: number, what: string): string =>
  Array.from(
    { length: count },
    (_, at) => `  - title: ${what} ${at}\n    text: Text ${at}.\n`,
  ).join("");
const faq = Array.from(
  { length: 5 },
  (_, at) => `  - question: Question ${at}?\n    answer: Answer ${at}.\n`,
).join("");

export interface ToolFields {
  readonly name?: string;
  readonly tagline?: string;
  readonly body?: string;
  readonly related?: readonly string[];
  readonly panel?: string;
  readonly rating?: number;
  readonly modified?: string;
  readonly group?: string;
}

const sections = (name: string, tagline: string): string =>
  `name: ${name}\ntitle: ${name} title\ndescription: ${name} description\nheading: ${name} heading\n` +
  `tagline: ${tagline}\nsteps:\n${items(3, "Step")}features:\n${items(4, "Feature")}faq:\n${faq}`;

/** `content/tools/<slug>.md` */
export function toolFile(
  slug: string,
  related: readonly string[],
  fields: ToolFields = {},
): string {
  const { name = `Tool ${slug}`, tagline = `What ${slug} does`, panel = "bench" } = fields;
  const { body = `Text of ${slug}.`, rating, modified = "2026-01-02", group = "edit" } = fields;
  return (
    `---\nslug: ${slug}\nmenu: "4-4"\npanel: ${panel}\npreset: bench\ncost: free\ngroup: ${group}\n` +
    `modified: ${modified}\nrelated: [${related.join(", ")}]\n` +
    (rating === undefined ? "" : `rating: { value: ${rating}, count: 10, reviews: 5 }\n`) +
    `${sections(name, tagline)}---\n${body}\n`
  );
}

/** `locales/<code>/tools/<slug>.md`, with all sections. */
export const translationFile = (code: string, slug: string, body = `Text (${code}).`): string =>
  `---\n${sections(`${slug} in ${code}`, `${slug} (${code})`)}---\n${body}\n`;

const page = (kind: string, path: string): string =>
  `---\nkind: ${kind}\npath: ${path}\nmodified: 2026-01-01\nname: ${kind}\ntitle: ${kind} title\n` +
  `description: ${kind} description\nheading: ${kind} heading\ntagline: About ${kind}.\n---\n`;

export const policyFile = (slug: string, body: string): string =>
  `---\nslug: ${slug}\nmodified: 2026-01-01\nname: ${slug}\ntitle: ${slug} title\n` +
  `description: ${slug} description\nheading: ${slug} heading\n---\n${body}\n`;

/** Messages of a locale; `{}` for one that shows the English ones. */
export const messages = (code: string): object => ({
  brand: `Brand ${code}`,
  home: { name: `Home ${code}`, lead: `Lead ${code}` },
  groups: { edit: `Edit ${code}` },
  tool: { ready: `Ready ${code}`, building: `Building ${code}`, related: `Related ${code}` },
  cost: { free: `Free ${code}` },
  pricing: { month: `a month ${code}` },
  policy: { changed: `Changed ${code}` },
  error: { title: `Error ${code}` },
});

export const ENDONYMS: Readonly<Record<string, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

/** The configuration of a test site: plain data that tests change. */
export function configOf(codes: readonly string[]) {
  return {
    site: { name: "Fixture", origin: "https://fixture.example", contact: "nobody" },
    locales: codes.map((code) => ({
      code,
      language: code,
      name: code,
      endonym: ENDONYMS[code] ?? code,
      files: ["site"],
    })),
    tts: { espeak: false as boolean },
    seo: {
      images: false as boolean,
      defaultRating: { value: 4.5, count: 20, reviews: 2 } as object | false,
    },
    navigation: { tools: ["alpha"] },
    plans: { list: [{ id: "basic", name: "Basic", creditsPerMonth: 10, monthly: 9, yearly: 90 }] },
    redirects: [] as { from: string; to?: string; status?: 410 }[],
  };
}
export type TestConfig = ReturnType<typeof configOf>;

/**
 * Files of a site of six pages: three tools that each list the next one, the first of them in the
 * menu; home, pricing and a policy. German has all of alpha and beta, French half of alpha.
 */
export function contentOf(codes: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {
    "content/tools/alpha.md": toolFile("alpha", ["beta"], { body: "See [terms](/terms)." }),
    "content/tools/beta.md": toolFile("beta", ["gamma"], { rating: 3 }),
    "content/tools/gamma.md": toolFile("gamma", ["alpha"]),
    "content/pages/home.md": page("home", "/"),
    "content/pages/pricing.md": page("pricing", "/pricing"),
    "content/policies/terms.md": policyFile("terms", "Back to [beta](/beta)."),
  };
  for (const code of codes)
    files[`locales/${code}/site.json`] = JSON.stringify(messages(code), null, 1);
  if (codes.includes("de"))
    for (const slug of ["alpha", "beta"])
      files[`locales/de/tools/${slug}.md`] = translationFile("de", slug, "Siehe [gamma](/gamma).");
  if (codes.includes("fr"))
    files["locales/fr/tools/alpha.md"] = "---\nname: alpha en français\n---\n";
  return files;
}
