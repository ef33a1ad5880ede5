import { defineConfig } from "@audio-toolkit/toolkit";

/** The site's one configuration: node_modules/@audio-toolkit/toolkit/packed/docs/configuration.md lists every field. */
export default defineConfig({
  site: {
    name: {{name}},
    origin: {{origin}},
    contact: {{contact}},
  },
  // Before the site is published, say who runs it in `operator`: configuration.md lists its fields.
  locales: [
{{locales}}
  ],
  defaultLocale: {{defaultLocale}},
  // The site's server fetches models when visitors request them; on a static host, pull them (models.md).
  models: { baseUrl: "/models", pullThrough: true },
  // A page shows what its own visitors gave (`toolkit ratings pull`), and no rating until they did.
  seo: { defaultRating: false },
});
