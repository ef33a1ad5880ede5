import { headOf, renderAssets, renderHead } from "#core/page/head.ts";
import { scriptJson } from "#core/page/html.ts";
import type { ToolPage } from "#core/page/page.ts";
import type { PageAssets } from "#core/page/render.ts";
import { type Site, siteLocale, urlOf } from "#core/site/site.ts";

/** Makes everything before the body. What pages of a locale share is made once, as the runtime of the program does. */
export function createHead(
  site: Site,
  locale: string,
  assets: PageAssets | undefined,
): (page: ToolPage) => string {
  const { language, dir } = siteLocale(site, locale);
  // Tags of an image, which the bench does not draw: its floor draws none.
  const withImages = { ...site, images: true };
  const start =
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const end =
    (assets ? renderAssets(assets, language) : "") +
    '</head><body class="bg-white text-slate-900 antialiased">';
  return (page) => {
    // The structured data is at the end of the body.
    const tags = headOf(withImages, { ...page, faq: [], available: false }, site.name);
    return start + renderHead(tags.filter(({ tag }) => tag !== "script")) + end;
  };
}

/** Structured data, at the end of the body. */
export const jsonLdHtml = (site: Site, page: ToolPage): string =>
  `<script type="application/ld+json">${scriptJson({
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "SoftwareApplication",
        name: page.title,
        url: urlOf(site, page.locale, page.route),
        applicationCategory: "MultimediaApplication",
        operatingSystem: "Web",
        publisher: { "@type": "Organization", name: site.name },
        offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: page.rating?.value,
          ratingCount: page.rating?.count,
          bestRating: 5,
        },
      },
      {
        "@type": "FAQPage",
        mainEntity: page.faq.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
  })}</script>`;
