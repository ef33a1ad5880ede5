import fs from "node:fs";
import type { DatabaseSettings } from "./db.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import type { Queries } from "./schema/tables.ts";

/**
 * Reads from the database of a server without changing its schema.
 * @returns null if there is no database yet
 * @throws if the database does not answer, or lacks tables
 */
export async function inspectDatabase<T>(
  { url, file }: Pick<DatabaseSettings, "url" | "file">,
  read: (queries: Queries) => Promise<T>,
): Promise<T | null> {
  if (url === null && !fs.existsSync(file)) return null;
  const { queries, close } = url === null ? openFile(file) : openServer(url);
  try {
    return await read(queries);
  } finally {
    await close();
  }
}

function openFile(file: string) {
  const { reader, writer } = openSqlite(file);
  return {
    queries: reader as Queries,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function openServer(url: string) {
  const onError = (): void => {
    // The query fails as well, and is reported.
  };
  const { queries } = openPostgres(url, { connections: 1, onError, takesLimits: false });
  return { queries: queries as Queries, close: () => queries.destroy() };
}
