/** Head tags in the form that `meta` returns. */
export const metaOf = (tags) =>
  tags.map(({ tag, attributes, text }) => {
    if (tag === "title") return { title: text };
    if (tag === "script") return { "script:ld+json": JSON.parse(text) };
    return tag === "link" ? { tagName: "link", ...attributes } : attributes;
  });
