import { describe, expect, it } from "vitest";
import {
  accountPage,
  errorPage,
  homePage,
  policyPage,
  pricingPage,
  site,
  siteWith,
  toolPage,
  voicePage,
} from "#tests/fixtures/pages.ts";
import { jsonLdOf } from "./json-ld.ts";
import type { Page } from "./page.ts";

const types = (page: Page) => jsonLdOf(site, page, "Home").map((node) => node["@type"]);
const node = (page: Page, type: string) =>
  jsonLdOf(site, page, "Home").find((found) => found["@type"] === type);

describe("structured data", () => {
  it.each<[Page, string[]]>([
    [homePage(), ["Organization", "WebSite", "FAQPage"]],
    [homePage({ faq: [] }), ["Organization", "WebSite"]],
    [toolPage({ available: true }), ["WebApplication", "FAQPage", "BreadcrumbList"]],
    [toolPage({ available: false }), ["FAQPage", "BreadcrumbList"]],
    [pricingPage(), ["FAQPage", "BreadcrumbList"]],
    [pricingPage({ faq: [] }), ["BreadcrumbList"]],
    [voicePage(), ["FAQPage", "BreadcrumbList"]],
    [policyPage(), ["BreadcrumbList"]],
    [accountPage("subscription"), []],
    [accountPage("history"), []],
    [accountPage("settings"), []],
    [accountPage("podcast"), []],
    [errorPage, []],
  ])("SEO-2 of $kind is %j", (page, expected) => {
    expect(types(page)).toEqual(expected);
  });

  it("SEO-2 a page that is not indexed has none", () => {
    expect(types(toolPage({ indexable: false }))).toEqual([]);
    expect(types(homePage({ indexable: false }))).toEqual([]);
  });

  it("SEO-2 what a tool does not do is none of its features", () => {
    const features = ["Fast", "Does not repair clipping", "Local"].map((title) => ({
      title,
      text: "Text",
    }));
    const page = toolPage({ available: true, features, limits: [2] });
    expect(node(page, "WebApplication")!["featureList"]).toEqual(["Fast", "Local"]);
  });

  it("SEO-2 a tool is a MultimediaApplication that costs 0 USD, with the page's rating", () => {
    const page = toolPage({ available: true, locale: "pt-br" });
    expect(node(page, "WebApplication")).toEqual({
      "@type": "WebApplication",
      name: "Name",
      description: "Description",
      url: "https://s.example/pt-br/x",
      inLanguage: "pt-BR",
      applicationCategory: "MultimediaApplication",
      operatingSystem: "Any",
      browserRequirements: "Requires JavaScript",
      featureList: ["Fast"],
      image: "https://s.example/pt-br/x/_image.png",
      offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: 4.5,
        ratingCount: 10,
        reviewCount: 3,
        bestRating: 5,
        worstRating: 1,
      },
      dateModified: "2026-03-04",
      publisher: { "@type": "Organization", name: "Brand", url: "https://s.example/" },
    });
  });

  it("SEO-2 without a rating none is claimed", () => {
    const app = node(toolPage({ available: true, rating: null }), "WebApplication");
    expect(app).not.toHaveProperty("aggregateRating");
  });

  it("SEO-2 questions carry their answers", () => {
    expect(node(toolPage(), "FAQPage")).toEqual({
      "@type": "FAQPage",
      mainEntity: [
        {
          "@type": "Question",
          name: "Why <so>?",
          acceptedAnswer: { "@type": "Answer", text: 'Because "&".' },
        },
      ],
    });
  });

  it("SEO-2 breadcrumbs lead from the home page of the page's own locale", () => {
    expect(node(toolPage({ locale: "de" }), "BreadcrumbList")).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Home", item: "https://s.example/de" },
        { "@type": "ListItem", position: 2, name: "Name" },
      ],
    });
  });

  it("SEO-2 how-to steps are not claimed", () => {
    expect(JSON.stringify(jsonLdOf(site, toolPage(), "Home"))).not.toContain("HowTo");
  });

  it("SEO-2 the organization has the operator's profiles, where there are any", () => {
    const profiles = siteWith({}, { social: [{ name: "X", url: "https://x.example/brand" }] });
    expect(jsonLdOf(profiles, homePage(), "Home")[0]).toMatchObject({
      "@id": "https://s.example/#organization",
      logo: "https://s.example/icon-512.png",
      sameAs: ["https://x.example/brand"],
    });
    expect(jsonLdOf(site, homePage(), "Home")[0]).not.toHaveProperty("sameAs");
  });

  it("SEO-2 the website is one for all languages, published by the organization", () => {
    expect(node(homePage({ locale: "de" }), "WebSite")).toMatchObject({
      "@id": "https://s.example/#website",
      url: "https://s.example/",
      publisher: { "@id": "https://s.example/#organization" },
    });
  });
});
