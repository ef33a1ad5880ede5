import { FaultError } from "../contract/fault.ts";
import { fetchWithin } from "../services/fetch-within.ts";

/** What an upload needs of the platform and of the site. */
export interface UploadPorts {
  readonly fetch: typeof globalThis.fetch;
  /** Address of the API's uploads, without a trailing slash. */
  readonly endpoint: string;
  /** Headers of the account: its token, and the header against forged requests. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** SHA-256. */
  readonly digest: (data: BufferSource) => Promise<ArrayBuffer>;
  /** Waits for a number of milliseconds, or less after an abort. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadRequest {
  /** Upload that an earlier visit has begun for the same file; null: none. */
  readonly id: string | null;
  /**
   * Called when a new upload was created, so that a later visit can continue it.
   * @param until time at which the server deletes it unless a job needs it, in epoch milliseconds;
   *   NaN if the server does not say
   */
  readonly onCreated: (id: string, until: number) => void;
  /** @param share from 0 to 1, of the bytes that the server has stored */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The server has rejected an upload for good. */
export class UploadRejected extends Error {
  override readonly name = "UploadRejected";
  readonly status: number;
  /** Key of the API's error; null if the response has none. */
  readonly key: string | null;

  constructor(status: number, key: string | null) {
    super(`The upload was rejected with ${status} ${key ?? ""}`.trim());
    this.status = status;
    this.key = key;
  }
}

const MIB = 1024 * 1024;
/** Bytes of a part: at most what the server accepts, and less while the connection is bad. */
const PART = { first: MIB, min: MIB / 4, max: 8 * MIB };
/** Attempts without any progress, and milliseconds before the second one; doubled each time. */
const ATTEMPTS = 10;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Milliseconds without a response after which a request counts as lost. */
const SILENCE = 60_000;
/** Statuses after which the same request may succeed later, besides those of a failing server. */
const TRANSIENT = new Set([408, 423, 425, 429, 460]);
const CONFLICT = 409;

/** Headers of every request of the protocol (tus 1.0). */
const protocolHeaders = ({ headers }: UploadPorts): Record<string, string> => ({
  ...headers(),
  "Tus-Resumable": "1.0.0",
});
const addressOf = ({ endpoint }: UploadPorts, id: string): string => `${endpoint}/${id}`;

async function rejectionOf(response: Response): Promise<UploadRejected> {
  const body = (await response.json().catch(() => null)) as { key?: unknown } | null;
  const key = typeof body?.key === "string" ? body.key : null;
  return new UploadRejected(response.status, key);
}

/** Milliseconds that the server asks to wait; null if it does not. */
function waitOf({ headers }: Response): number | null {
  const seconds = Number(headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds, 60) * 1000 : null;
}

/** Sends a request until the server accepts or rejects it. */
function createSender(ports: UploadPorts, signal: AbortSignal) {
  let failures = 0;

  /**
   * Waits before another attempt.
   * @param retryAfter milliseconds that the server has requested; null: none
   * @throws the failure after too many attempts
   */
  async function wait(failure: unknown, retryAfter: number | null): Promise<void> {
    signal.throwIfAborted();
    if (++failures >= ATTEMPTS) throw failure;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
    await ports.pause(retryAfter ?? pause, signal);
    signal.throwIfAborted();
  }

  return {
    wait,
    /** Called when the server has stored further bytes. */
    succeed: (): void => void (failures = 0),
    /**
     * One request. @returns null after a failure that may pass, once it was waited for
     * @throws {UploadRejected}
     */
    send: async (address: string, init: RequestInit): Promise<Response | null> => {
      let response: Response;
      try {
        response = await fetchWithin(ports.fetch, address, { ...init, signal }, SILENCE);
      } catch (error) {
        // The account that the file belongs to is not signed in any more.
        if (error instanceof FaultError) throw error;
        await wait(error, null);
        return null;
      }
      if (response.ok || response.status === CONFLICT) return response;
      const rejection = await rejectionOf(response);
      const mayPass = TRANSIENT.has(response.status) || response.status >= 500;
      // The account's or the site's storage is full.
      if (!mayPass || response.status === 507) throw rejection;
      await wait(rejection, waitOf(response));
      return null;
    },
  };
}
type Sender = ReturnType<typeof createSender>;

/** State of an upload on the server. */
interface UploadState {
  readonly id: string;
  /** Bytes that the server has stored. */
  readonly offset: number;
}

async function createUpload(
  ports: UploadPorts,
  sender: Sender,
  { file, onCreated }: { file: Blob } & Pick<UploadRequest, "onCreated">,
): Promise<UploadState> {
  for (;;) {
    const headers = { ...protocolHeaders(ports), "Upload-Length": String(file.size) };
    const response = await sender.send(ports.endpoint, { method: "POST", headers });
    if (!response) continue;
    const id = response.headers.get("Location")?.split("/").at(-1) ?? "";
    if (!/^[\w-]{1,64}$/.test(id)) throw new UploadRejected(response.status, null);
    onCreated(id, Date.parse(response.headers.get("Upload-Expires") ?? ""));
    return { id, offset: 0 };
  }
}

/** @returns null if there is no such upload any more, or it is that of another file */
async function findUpload(
  ports: UploadPorts,
  sender: Sender,
  { id, file }: { readonly id: string; readonly file: Blob },
): Promise<UploadState | null> {
  for (;;) {
    try {
      const init = { method: "HEAD", headers: protocolHeaders(ports) };
      const response = await sender.send(addressOf(ports, id), init);
      if (!response) continue;
      const isSame = response.headers.get("Upload-Length") === String(file.size);
      return isSame ? { id, offset: Number(response.headers.get("Upload-Offset")) } : null;
    } catch (error) {
      if (error instanceof UploadRejected && (error.status === 404 || error.status === 410))
        return null;
      throw error;
    }
  }
}

async function sendPart(
  ports: UploadPorts,
  sender: Sender,
  { id, offset, part }: UploadState & { readonly part: ArrayBuffer },
): Promise<Response | null> {
  const digest = new Uint8Array(await ports.digest(part));
  const headers = {
    ...protocolHeaders(ports),
    "Content-Type": "application/offset+octet-stream",
    "Upload-Offset": String(offset),
    "Upload-Checksum": `sha256 ${btoa(String.fromCharCode(...digest))}`,
  };
  return await sender.send(addressOf(ports, id), { method: "PATCH", headers, body: part });
}

/**
 * Uploads a file in parts, each with a checksum. After lost connections it continues with what the
 * server has, in smaller parts; an upload that an earlier visit has begun is continued.
 * @returns the upload's id
 * @throws {UploadRejected} the last failure after ten attempts without progress, or the reason of
 *   `signal`
 */
export async function uploadFile(
  ports: UploadPorts,
  file: Blob,
  { id, onCreated, onProgress, signal }: UploadRequest,
): Promise<string> {
  const sender = createSender(ports, signal);
  let state = id === null ? null : await findUpload(ports, sender, { id, file });
  state ??= await createUpload(ports, sender, { file, onCreated });
  let size = PART.first;
  onProgress(state.offset / file.size);
  while (state.offset < file.size) {
    signal.throwIfAborted();
    const part = await file.slice(state.offset, state.offset + size).arrayBuffer();
    const response = await sendPart(ports, sender, { ...state, part });
    if (response?.ok) {
      const offset = Number(response.headers.get("Upload-Offset"));
      // A server that stores nothing would keep the loop going.
      if (!(offset > state.offset))
        await sender.wait(new UploadRejected(response.status, null), null);
      else sender.succeed();
      state = { ...state, offset };
      size = Math.min(PART.max, size * 2);
    } else {
      if (response) await sender.wait(new UploadRejected(response.status, null), null);
      size = Math.max(PART.min, size / 2);
      // A response may have been lost after the part was stored.
      const found = await findUpload(ports, sender, { id: state.id, file });
      if (!found) throw new UploadRejected(404, "not_found");
      if (found.offset > state.offset) sender.succeed();
      state = found;
    }
    onProgress(state.offset / file.size);
  }
  return state.id;
}

/** Erases an upload that is not needed; one that does not exist any more is not an error. */
export async function eraseUpload(
  ports: UploadPorts,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const sender = createSender(ports, signal);
  const init = { method: "DELETE", headers: protocolHeaders(ports) };
  try {
    while (!(await sender.send(addressOf(ports, id), init)));
  } catch (error) {
    if (!(error instanceof UploadRejected) || error.status !== 404) throw error;
  }
}
