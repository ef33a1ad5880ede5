import { type FileDeps, appendPart, createFile } from "../files/write-file.ts";

/** Stores a complete upload, in one transaction. @returns its id */
export function addUpload(deps: FileDeps, userId: string, bytes: Uint8Array): Promise<string> {
  const expiresAt = deps.clock() + 86_400_000;
  return deps.db.write(async (tx) => {
    const file = await createFile(tx, deps, { userId, length: bytes.length, expiresAt });
    const db = { ...deps.db, write: <T>(work: (own: typeof tx) => Promise<T>) => work(tx) };
    await appendPart({ ...deps, db }, file, bytes);
    return file.id;
  });
}
