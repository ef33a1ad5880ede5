type Node = Readonly<Record<string, unknown>>;
type Kind = "external" | "nothing" | "file" | "page" | "redirect";

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "";

/** Properties that search engines require, by type of structured data, as a check of one node. */
const CHECKS: Readonly<Record<string, (node: Node, miss: (what: string) => void) => void>> = {
  WebApplication: checkApplication,
  SoftwareApplication: checkApplication,
  FAQPage(node, miss) {
    const questions = listOf(node["mainEntity"]);
    if (questions.length === 0) miss("mainEntity");
    questions.forEach((question, index) => {
      const at = `mainEntity.${index}`;
      if (!isNode(question)) return miss(at);
      if (question["@type"] !== "Question") miss(`${at}.@type: Question`);
      if (!isText(question["name"])) miss(`${at}.name`);
      const answer = question["acceptedAnswer"];
      if (!isNode(answer) || !isText(answer["text"])) miss(`${at}.acceptedAnswer.text`);
    });
  },
  BreadcrumbList(node, miss) {
    const items = listOf(node["itemListElement"]);
    if (items.length < 2) miss("itemListElement with two items or more");
    items.forEach((item, index) => {
      const at = `itemListElement.${index}`;
      if (!isNode(item)) return miss(at);
      if (item["position"] !== index + 1) miss(`${at}.position: ${index + 1}`);
      if (!isText(item["name"])) miss(`${at}.name`);
      if (index < items.length - 1 && !isText(item["item"])) miss(`${at}.item`);
    });
  },
  Organization: (node, miss) => requireTexts(node, ["name", "url"], miss),
  WebSite: (node, miss) => requireTexts(node, ["name", "url"], miss),
  PodcastEpisode: (node, miss) => requireTexts(node, ["name", "url"], miss),
};

function requireTexts(node: Node, names: readonly string[], miss: (what: string) => void): void {
  for (const name of names) if (!isText(node[name])) miss(name);
}

function checkApplication(node: Node, miss: (what: string) => void): void {
  requireTexts(node, ["name", "applicationCategory"], miss);
  const offers = listOf(node["offers"]).filter(isNode);
  if (offers.length === 0) miss("offers");
  for (const offer of offers) {
    const price = offer["price"];
    if (price === undefined || price === "" || !(Number(price) >= 0)) miss("offers.price");
    if (Number(price) > 0 && !isText(offer["priceCurrency"])) miss("offers.priceCurrency");
  }
  const rating = node["aggregateRating"];
  if (rating === undefined) return;
  if (!isNode(rating)) return miss("aggregateRating");
  const best = Number(rating["bestRating"] ?? 5);
  const worst = Number(rating["worstRating"] ?? 1);
  const value = Number(rating["ratingValue"] ?? Number.NaN);
  if (!(value >= worst && value <= best))
    miss(`aggregateRating.ratingValue from ${worst} to ${best}`);
  if (!(Number(rating["ratingCount"] ?? 0) >= 1) && !(Number(rating["reviewCount"] ?? 0) >= 1))
    miss("aggregateRating.ratingCount or reviewCount");
}

/**
 * Checks the text of one `application/ld+json` script.
 * @param kindOf resolves a URL
 */
export function checkStructuredData(
  text: string,
  report: (detail: string) => void,
  kindOf: (url: string) => Kind,
): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report(`Structured data is not JSON: ${(error as Error).message.split("\n", 1)[0]}`);
    return;
  }
  const roots = listOf(value);
  for (const root of roots) {
    if (!isNode(root)) {
      report("Structured data is not an object");
      continue;
    }
    const vocabulary = root["@context"];
    if (!isText(vocabulary) || !/^https?:\/\/schema\.org\/?$/.test(vocabulary))
      report("Structured data has no @context https://schema.org");
    for (const node of root["@graph"] === undefined ? [root] : listOf(root["@graph"])) {
      const types = isNode(node) ? listOf(node["@type"]).filter(isText) : [];
      if (!isNode(node) || types.length === 0) {
        report("Structured data has a node without @type");
        continue;
      }
      for (const type of types)
        CHECKS[type]?.(node, (what) => report(`Structured data: ${type} lacks ${what}`));
      for (const url of addressesOf(node))
        if (kindOf(url) === "nothing")
          report(`Structured data: ${types[0]} names ${url}, which does not exist`);
    }
  }
}

/** URLs of the site in a node. An `@id` need not resolve. */
function addressesOf(node: Node): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(node))
    if (["url", "item", "image", "logo"].includes(key)) found.push(...listOf(value).filter(isText));
    else if (key !== "publisher")
      for (const child of listOf(value)) if (isNode(child)) found.push(...addressesOf(child));
  return found;
}
