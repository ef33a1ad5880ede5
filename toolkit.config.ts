import { defineConfig } from "./core/site/config.ts";
import { DEFAULT_LOCALES } from "./core/site/locales.ts";

/** The site's one configuration. Every field is documented in core/site/config.ts. */
export default defineConfig({
  site: {
    name: "Fermata",
    origin: "https://fermata.example",
    contact: "hello@fermata.example",
  },
  locales: [...DEFAULT_LOCALES],
  // The site's server fetches models from their sources; visitors are offered those for every use.
  models: { baseUrl: "/models", pullThrough: true },
  // A page shows what its own visitors gave (`toolkit ratings pull`), and no rating until they did.
  seo: { defaultRating: false },
  credits: {
    daily: 3,
    packs: [
      { id: "pack-60", credits: 60, price: 6 },
      { id: "pack-200", credits: 200, price: 15 },
      { id: "pack-600", credits: 600, price: 36 },
    ],
  },
  plans: {
    currency: "USD",
    list: [
      { id: "basic", name: "Basic", creditsPerMonth: 200, monthly: 9, yearly: 90 },
      { id: "pro", name: "Pro", creditsPerMonth: 800, monthly: 24, yearly: 240 },
    ],
  },
  // A fictitious operator, as the origin is: replace both before the site is published.
  operator: {
    name: "Fermata Audio Ltd. (example)",
    address: "1 Example Street, Dublin D01 X2X2",
    country: "IE",
    email: "hello@fermata.example",
    law: "IE",
    taxes: "included",
    processors: [
      { name: "Example Hosting Ltd.", purpose: "hosting", country: "IE" },
      { name: "Example Mail B.V.", purpose: "email", country: "NL" },
      { name: "Example Payments Inc.", purpose: "payments", country: "US", safeguard: "framework" },
    ],
    retention: { logDays: 14, analyticsDays: 90, paymentYears: 6 },
    abuseContact: "abuse@fermata.example",
    dmcaAgent: false,
  },
});
