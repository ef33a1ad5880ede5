import { ApiError } from "./api-error.ts";

/** Whether the outcome of an action on the server is known. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status > 0 &&
  error.status < 500 &&
  error.key !== "key_in_flight";

export interface Actions {
  /**
   * Runs an action that moves credits. Concurrent calls of the same name share its outcome. If the
   * outcome is unknown because the connection broke, the action is retried with its idempotency
   * key, so that it is never done twice.
   */
  readonly run: <T>(name: string, work: (idempotencyKey: string) => Promise<T>) => Promise<T>;
  /** Deletes all keys: they belong to another account. */
  readonly clear: () => void;
}

export function createActions(uuid: () => string): Actions {
  const keys = new Map<string, string>();
  const running = new Map<string, Promise<unknown>>();

  async function once<T>(name: string, work: (key: string) => Promise<T>): Promise<T> {
    const key = keys.get(name) ?? uuid();
    keys.set(name, key);
    const drop = (): void => {
      if (keys.get(name) === key) keys.delete(name);
    };
    try {
      const result = await work(key);
      drop();
      return result;
    } catch (error) {
      if (isAnswered(error)) drop();
      throw error;
    }
  }

  return {
    run<T>(name: string, work: (key: string) => Promise<T>): Promise<T> {
      const found = running.get(name) as Promise<T> | undefined;
      if (found) return found;
      const made = once(name, work).finally(() => {
        if (running.get(name) === made) running.delete(name);
      });
      running.set(name, made);
      return made;
    },
    clear() {
      keys.clear();
      running.clear();
    },
  };
}
