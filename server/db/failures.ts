interface Coded {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly message?: unknown;
}
const LOST_CODES =
  /^(08\w{3}|57P0[1235]|25P03|ECONNRESET|ECONNREFUSED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)$/;
const LOST_WORDS =
  /connection terminated|connection error|not queryable|timeout exceeded when trying to connect|query read timeout|connection timeout|too many clients/i;
/** PostgreSQL: serialization failure and deadlock. */
const RACE_CODES = new Set(["40001", "40P01"]);
/** PostgreSQL: lock timeout and statement timeout. */
const STUCK_CODES = new Set(["55P03", "57014"]);
const SQLITE_BUSY = 5;
/** SQLite: input or output error, cannot open. */
const SQLITE_DISK = new Set([10, 14]);
/** SQLite: read-only, disk full. */
const SQLITE_UNWRITABLE = new Set([8, 13]);
/** PostgreSQL: read-only transaction or server, disk full. */
const UNWRITABLE_CODES = new Set(["25006", "53100"]);
/** System errors for the database file. */
const FILE_CODES = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC"]);

const coded = (error: unknown): Coded => (error ?? {}) as Coded;
/** The primary result code is the lowest byte of an extended SQLite code. */
const sqliteKind = ({ code, errcode }: Coded): number | null =>
  code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode & 0xff : null;

/** Whether the transaction was rolled back because of a conflict with another one. */
export function isRace(error: unknown): boolean {
  const { code } = coded(error);
  return (
    (typeof code === "string" && RACE_CODES.has(code)) || sqliteKind(coded(error)) === SQLITE_BUSY
  );
}

/** Whether the connection is lost or cannot be established. */
export function isLost(error: unknown): boolean {
  const { code, message } = coded(error);
  if (error instanceof AggregateError) return error.errors.some(isLost);
  return (
    (typeof code === "string" && (LOST_CODES.test(code) || code === "53300")) ||
    (typeof message === "string" && LOST_WORDS.test(message))
  );
}

/** Whether a timeout was reached; a retry would only wait again. */
export const isStuck = (error: unknown): boolean => {
  const { code } = coded(error);
  return typeof code === "string" && STUCK_CODES.has(code);
};

export function isDiskFault(error: unknown): boolean {
  const { code } = coded(error);
  return SQLITE_DISK.has(sqliteKind(coded(error)) ?? -1) || code === "EISDIR" || code === "ENOTDIR";
}

/** Whether the database can be read but not written. */
export function isUnwritable(error: unknown): boolean {
  const { code } = coded(error);
  if (SQLITE_UNWRITABLE.has(sqliteKind(coded(error)) ?? -1)) return true;
  return typeof code === "string" && (UNWRITABLE_CODES.has(code) || FILE_CODES.has(code));
}
