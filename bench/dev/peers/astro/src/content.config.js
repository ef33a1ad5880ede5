import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

const items = z.array(z.object({ title: z.string(), text: z.string() }));
export const collections = {
  tools: defineCollection({
    loader: glob({
      pattern: ["content/tools/*.md", "locales/*/tools/*.md"],
      base: process.env.BENCH_SITE,
      generateId: ({ entry }) => {
        const [, locale = "en", slug] = /^(?:content|locales\/(\w+))\/tools\/(.+)\.md$/.exec(entry);
        return `${locale}/${slug}`;
      },
    }),
    schema: z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      heading: z.string(),
      tagline: z.string(),
      steps: items,
      features: items,
      faq: z.array(z.object({ question: z.string(), answer: z.string() })),
      related: z.array(z.string()).optional(),
    }),
  }),
};
