/** Texts of all elements with a name that have no elements inside. */
const textsOf = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => unescapeXml(rest.slice(0, Math.max(0, rest.indexOf("<")))));

/** Id of a new multipart upload. @throws if the response contains none */
export function readUploadId(xml: string): string {
  const [id] = textsOf(xml, "UploadId");
  if (id === undefined || id === "")
    throw new Error("The object store has begun no upload in parts");
  return id;
}

export interface Listing {
  readonly keys: readonly string[];
  /** Continues the list on the next page; null on the last one. */
  readonly next: string | null;
}

/** One page of a list of objects. */
export const readListing = (xml: string): Listing => ({
  keys: textsOf(xml, "Key"),
  next: textsOf(xml, "NextContinuationToken")[0] ?? null,
});

/** Request body that joins parts to an object. @param tags entity tags, in order of the parts */
export const completeXml = (tags: readonly string[]): string =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${tags
    .map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    )
    .join("")}</CompleteMultipartUpload>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};
const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!);
const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
