/** Id of a new multipart upload. @throws if the response contains none */
export function readUploadId(xml: string): string {
  const id = /<UploadId>([^<]{1,2048})<\/UploadId>/.exec(xml)?.[1];
  if (id === undefined) throw new Error("The object store has begun no upload in parts");
  return unescapeXml(id);
}

export interface Listing {
  readonly keys: readonly string[];
  /** Continues the list on the next page; null on the last one. */
  readonly next: string | null;
}

/** One page of a list of objects. */
export function readListing(xml: string): Listing {
  const next = /<NextContinuationToken>([^<]{1,4096})<\/NextContinuationToken>/.exec(xml)?.[1];
  return {
    keys: Array.from(xml.matchAll(/<Key>([^<]{1,2048})<\/Key>/g), ([, key]) => unescapeXml(key!)),
    next: next === undefined ? null : unescapeXml(next),
  };
}

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
