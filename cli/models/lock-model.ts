import { createHash } from "node:crypto";
import { ToolkitError } from "#core/errors/errors.ts";
import type { LockedModel } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import { sourceUrl } from "#core/models/offered.ts";
import { type ExtractDeps, type Found, measurePackage } from "./extract-package.ts";
import { type RequestDeps, request, unreachable } from "./request.ts";

export interface LockDeps extends RequestDeps, Omit<ExtractDeps, "fetch"> {
  /** Address of the hub. */
  readonly hub: string;
  /** Is told of each origin that the hub sends browsers on to. */
  readonly onStorage: (origin: string) => void;
}

/**
 * Finds out which bytes a model is: the commit, sizes and checksums of its files.
 * @throws {ToolkitError} what `request` and `withPackage` throw
 */
export async function lockModel(
  { source, files }: Pick<Model, "source" | "files">,
  deps: LockDeps,
): Promise<LockedModel> {
  switch (source.kind) {
    case "npm": {
      const paths = files.map(({ from }) => from);
      const found = await measurePackage(source, paths, deps);
      return { source, files: files.map((file) => locked(file, found.get(file.from)!)) };
    }
    case "url": {
      const done: LockedModel["files"] = [];
      for (const file of files)
        done.push(locked(file, await measure(sourceUrl(source, file.from, deps.hub)!, deps)));
      return { source, files: done };
    }
    case "hub": {
      let commit = source.revision;
      const done: LockedModel["files"] = [];
      for (const file of files) {
        const url = sourceUrl({ ...source, commit }, file.from, deps.hub)!;
        const told = await ask(url, deps);
        // The others are asked for at the commit of the first: a branch may move on in between.
        ({ commit } = told);
        done.push(locked(file, told.found ?? (await measure(url, deps))));
      }
      return { source: { ...source, commit }, files: done };
    }
    case "program":
      throw new TypeError("What ships with the program has no lock");
  }
}

const locked = (
  { role, path, from }: Model["files"][number],
  { bytes, sha256 }: Found,
): LockedModel["files"][number] => ({ role, path, from, bytes, sha256 });

const REDIRECTS = 5;

/**
 * What a hub says of a file without sending it. Of a large one (Git LFS) the mark is its SHA-256.
 * @see https://huggingface.co/docs/huggingface_hub/package_reference/file_download for the headers
 */
async function ask(
  first: string,
  deps: LockDeps,
): Promise<{ readonly commit: string; readonly found: Found | null }> {
  let url = first;
  for (let turn = 0; turn <= REDIRECTS; turn++) {
    const init: RequestInit = {
      method: "HEAD",
      redirect: "manual",
      headers: { "accept-encoding": "identity" },
    };
    const { headers, status } = await request(url, init, deps);
    const next = headers.get("location");
    const at = next === null ? null : new URL(next, url);
    const commit = headers.get("x-repo-commit") ?? "";
    if (/^[0-9a-f]{40}$/.test(commit)) {
      if (at && at.origin !== new URL(url).origin) deps.onStorage(at.origin);
      const sha256 = (headers.get("x-linked-etag") ?? "").replaceAll('"', "");
      const bytes = Number(headers.get("x-linked-size"));
      const isKnown = /^[0-9a-f]{64}$/.test(sha256) && bytes > 0;
      return { commit, found: isKnown ? { bytes, sha256 } : null };
    }
    // The repository has another name now.
    if (status >= 300 && at?.origin === new URL(url).origin) url = at.href;
    else break;
  }
  const detail = "the server names no commit (x-repo-commit); it may be no model hub";
  throw new ToolkitError("MODEL_UNREACHABLE", { url: first, detail });
}

/** Size and checksum of a file that is read for it. */
async function measure(url: string, deps: RequestDeps): Promise<Found> {
  const answer = await request(url, {}, deps);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    throw unreachable(url, error, deps.signal);
  }
  const told = answer.headers.get("content-length");
  if (
    bytes === 0 ||
    (told !== null && !answer.headers.has("content-encoding") && Number(told) !== bytes)
  )
    throw new ToolkitError("MODEL_UNREACHABLE", { url, detail: "the connection was cut" });
  return { bytes, sha256: hash.digest("hex") };
}
