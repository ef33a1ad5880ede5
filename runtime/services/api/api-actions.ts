import { ApiError } from "./api-error.ts";

/** Whether the server has said what became of an action. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status > 0 &&
  error.status < 500 &&
  error.key !== "key_in_flight";

export interface Actions {
  /**
   * Runs an action that moves credits. While one of the same name is under way, its outcome is this
   * one's too. An action whose outcome is not known, because the line broke, is tried again under the
   * idempotency key that it had: it is never done twice.
   */
  readonly run: <T>(name: string, work: (idempotencyKey: string) => Promise<T>) => Promise<T>;
  /** Forgets all keys: they belong to somebody else. */
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
