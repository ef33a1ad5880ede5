import { imageUrlOf } from "./image.ts";
import type { Page, Question, Rating, ToolPage } from "./page.ts";
import { type Site, pathOf, siteLocale, urlOf } from "../site/site.ts";

type Node = Readonly<Record<string, unknown>>;

const organization = (site: Site): Node => ({
  "@type": "Organization",
  "@id": `${site.origin}/#organization`,
  name: site.name,
  url: `${site.origin}/`,
  logo: `${site.origin}/icon-512.png`,
  ...(site.social.length > 0 && { sameAs: site.social.map(({ url }) => url) }),
});

const faqPage = (faq: readonly Question[]): Node => ({
  "@type": "FAQPage",
  mainEntity: faq.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});

const breadcrumbs = (site: Site, page: Page, home: string): Node => ({
  "@type": "BreadcrumbList",
  itemListElement: [
    { "@type": "ListItem", position: 1, name: home, item: urlOf(site, page.locale, "/") },
    { "@type": "ListItem", position: 2, name: page.name },
  ],
});

const aggregateRating = ({ value, count, reviews }: Rating): Node => ({
  "@type": "AggregateRating",
  ratingValue: value,
  ratingCount: count,
  reviewCount: reviews,
  bestRating: 5,
  worstRating: 1,
});

/** Structured data of an available tool. */
const application = (site: Site, page: ToolPage, image = imageUrlOf(site, page)): Node => ({
  "@type": "WebApplication",
  name: page.name,
  description: page.description,
  url: urlOf(site, page.locale, page.route),
  inLanguage: siteLocale(site, page.locale).language,
  applicationCategory: "MultimediaApplication",
  operatingSystem: "Any",
  browserRequirements: "Requires JavaScript",
  featureList: page.features
    .filter((_, at) => !page.limits?.includes(at + 1))
    .map(({ title }) => title),
  ...(image !== undefined && { image }),
  offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
  ...(page.rating && { aggregateRating: aggregateRating(page.rating) }),
  dateModified: page.modified,
  publisher: { "@type": "Organization", name: site.name, url: `${site.origin}/` },
});

/**
 * Structured data of a page, as the nodes of one `@graph` (SEO-2). Application and rating are
 * emitted only for an available tool.
 * @param home the localized name of the home page, which is the first item of the breadcrumbs
 */
export function jsonLdOf(site: Site, page: Page, home: string): Node[] {
  if (!page.indexable) return [];
  switch (page.kind) {
    case "home":
      return [
        organization(site),
        {
          "@type": "WebSite",
          "@id": `${site.origin}/#website`,
          name: site.name,
          url: site.origin + pathOf(site, site.defaultLocale, "/"),
          inLanguage: siteLocale(site, page.locale).language,
          publisher: { "@id": `${site.origin}/#organization` },
        },
        ...(page.faq.length > 0 ? [faqPage(page.faq)] : []),
      ];
    case "tool":
      return [
        ...(page.available ? [application(site, page)] : []),
        faqPage(page.faq),
        breadcrumbs(site, page, home),
      ];
    case "pricing":
    case "voice":
    case "page":
      return [...(page.faq.length > 0 ? [faqPage(page.faq)] : []), breadcrumbs(site, page, home)];
    case "policy":
      return [breadcrumbs(site, page, home)];
    default:
      return [];
  }
}
