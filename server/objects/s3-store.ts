import type { ObjectStore } from "../ports/object-store.ts";
import { schedule as scheduleTimer } from "../ports/clock.ts";
import { inParts } from "./in-parts.ts";
import { checkKey } from "./key.ts";
import type { S3Location } from "./s3-location.ts";
import { type S3Options, createS3Requests } from "./s3-requests.ts";
import { completeXml, readListing, readUploadId } from "./s3-xml.ts";

/**
 * Bytes of a part of a large object. A part is held in memory, because its signature requires the
 * digest of its bytes; S3 accepts no less than 5 MiB and 10,000 parts.
 */
const PART = 10 * 1024 * 1024;

/** Stores objects in a bucket of S3 or of a compatible service. */
export function createS3Store(
  location: S3Location,
  { fetch, clock, schedule = scheduleTimer }: Omit<S3Options, "schedule"> & Partial<S3Options>,
): ObjectStore {
  const { sendRequest, sendToBucket } = createS3Requests(location, { fetch, clock, schedule });

  async function putParts(
    key: string,
    parts: AsyncIterator<Uint8Array<ArrayBuffer>>,
    { first, type }: { readonly first: Uint8Array<ArrayBuffer>; readonly type: string },
  ): Promise<void> {
    const headers = { "content-type": type };
    const begun = await sendToBucket("POST", key, { query: { uploads: "" }, headers });
    const uploadId = readUploadId(await begun.text());
    try {
      const tags: string[] = [];
      for (let body: Uint8Array<ArrayBuffer> | undefined = first; body;) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const response = await sendToBucket("PUT", key, { query, body });
        await response.body?.cancel();
        tags.push(response.headers.get("etag") ?? "");
        const next = await parts.next();
        body = next.done ? undefined : next.value;
      }
      const body = Uint8Array.from(Buffer.from(completeXml(tags)));
      const completed = await sendToBucket("POST", key, { query: { uploadId }, body });
      // An error may follow after the status has been sent.
      if ((await completed.text()).includes("<Error>"))
        throw new Error("The object store has not joined the parts of an object");
    } catch (error) {
      const aborted = sendRequest("DELETE", key, { query: { uploadId } });
      // The original error matters; a lifecycle rule of the bucket removes what remains.
      await aborted.then((response) => response.body?.cancel()).catch(() => {});
      throw error;
    }
  }

  return {
    put: async (key, chunks, type) => {
      checkKey(key);
      const parts = inParts(chunks, PART);
      try {
        const first = (await parts.next()).value ?? new Uint8Array();
        if (first.length === PART) return await putParts(key, parts, { first, type });
        const headers = { "content-type": type };
        const response = await sendToBucket("PUT", key, { body: first, headers });
        await response.body?.cancel();
      } finally {
        await parts.return(undefined);
      }
    },
    get: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await sendRequest("GET", key, { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      // A service without range support would send the whole object.
      if (range && response.status !== 206) {
        await response.body?.cancel();
        throw new Error("The object store does not send parts");
      }
      return response.body ?? new Blob([]).stream();
    },
    size: async (key) => {
      const response = await sendRequest("HEAD", key);
      return response.status === 404 ? null : Number(response.headers.get("content-length"));
    },
    list: async function* (folder) {
      const prefix = `${checkKey(folder)}/`;
      for (let next: string | null = ""; next !== null;) {
        const query = {
          "list-type": "2",
          prefix,
          ...(next !== "" && { "continuation-token": next }),
        };
        const listing = readListing(await (await sendToBucket("GET", null, { query })).text());
        yield* listing.keys;
        ({ next } = listing);
      }
    },
    remove: async (key) => {
      const response = await sendRequest("DELETE", key);
      await response.body?.cancel();
    },
  };
}
