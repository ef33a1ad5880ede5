import type { Db } from "../db/db.ts";
import { NO_TRACER, type Tracer } from "../ports/tracer.ts";
import type { ObjectStore } from "../ports/object-store.ts";

/** A database whose transactions are spans of what they are part of. */
export function traceDb(db: Db, tracer: Tracer): Db {
  if (tracer === NO_TRACER) return db;
  return {
    ...db,
    read: (work) => tracer.span("database read", {}, () => db.read(work)),
    write: (work) =>
      // Transactions of several callers may run in one batch.
      tracer.span("database write", {}, () => db.write(tracer.bind(work))),
  };
}

/** An object store whose operations are spans of what they are part of, without keys. */
export function traceStore(store: ObjectStore, tracer: Tracer): ObjectStore {
  if (tracer === NO_TRACER) return store;
  return {
    ...store,
    put: (...object) => tracer.span("store put", {}, () => store.put(...object)),
    get: (...object) => tracer.span("store get", {}, () => store.get(...object)),
    remove: (key) => tracer.span("store remove", {}, () => store.remove(key)),
  };
}
