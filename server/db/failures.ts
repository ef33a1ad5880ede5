interface Coded {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly message?: unknown;
}
const LOST_CODES =
  /^(08\w{3}|57P0[1235]|25P03|ECONNRESET|ECONNREFUSED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)$/;
const LOST_WORDS =
  /connection terminated|connection error|not queryable|timeout exceeded when trying to connect|query read timeout|connection timeout|too many clients/i;
/** Serialization failure and deadlock of PostgreSQL. */
const RACE_CODES = new Set(["40001", "40P01"]);
/** A lock that was not to be had in time, and a statement that took too long, of PostgreSQL. */
const STUCK_CODES = new Set(["55P03", "57014"]);
const SQLITE_BUSY = 5;
/** Input or output error, cannot open. */
const SQLITE_DISK = new Set([10, 14]);
/** Read-only, disk full. */
const SQLITE_UNWRITABLE = new Set([8, 13]);
/** A transaction or a server that only reads, disk full, of PostgreSQL. */
const UNWRITABLE_CODES = new Set(["25006", "53100"]);
/** Of the system, about the file of a database. */
const FILE_CODES = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC"]);

const coded = (error: unknown): Coded => (error ?? {}) as Coded;
/** Extended codes of SQLite have their kind in the lowest byte. */
const sqliteKind = ({ code, errcode }: Coded): number | null =>
  code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode & 0xff : null;

/** The transaction lost to another one and has done nothing. */
export function isRace(error: unknown): boolean {
  const { code } = coded(error);
  return (
    (typeof code === "string" && RACE_CODES.has(code)) || sqliteKind(coded(error)) === SQLITE_BUSY
  );
}

/** The connection to the database is gone, or cannot be had. */
export function isLost(error: unknown): boolean {
  const { code, message } = coded(error);
  if (error instanceof AggregateError) return error.errors.some(isLost);
  return (
    (typeof code === "string" && (LOST_CODES.test(code) || code === "53300")) ||
    (typeof message === "string" && LOST_WORDS.test(message))
  );
}

/** Something held the work up for as long as it may: trying again would only wait again. */
export const isStuck = (error: unknown): boolean => {
  const { code } = coded(error);
  return typeof code === "string" && STUCK_CODES.has(code);
};

/** The disk below the database does not do its work. */
export function isDiskFault(error: unknown): boolean {
  const { code } = coded(error);
  return SQLITE_DISK.has(sqliteKind(coded(error)) ?? -1) || code === "EISDIR" || code === "ENOTDIR";
}

/** What is in the database can be read, and nothing can be written. */
export function isUnwritable(error: unknown): boolean {
  const { code } = coded(error);
  if (SQLITE_UNWRITABLE.has(sqliteKind(coded(error)) ?? -1)) return true;
  return typeof code === "string" && (UNWRITABLE_CODES.has(code) || FILE_CODES.has(code));
}
