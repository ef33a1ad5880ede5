import { defineConfig } from "@audio-toolkit/toolkit";

/** The site's one configuration: node_modules/@audio-toolkit/toolkit/packed/docs/configuration.md lists every field. */
export default defineConfig({
  site: {
    name: {{name}},
    origin: {{origin}},
    contact: {{contact}},
  },
  locales: [
{{locales}}
  ],
  defaultLocale: {{defaultLocale}},
  // The site's server fetches models when visitors request them; on a static host, pull them (models.md).
  models: { baseUrl: "/models", pullThrough: true },
  // A page shows what its own visitors gave (`toolkit ratings pull`), and no rating until they did.
  seo: { defaultRating: false },
});
