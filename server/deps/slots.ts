/** Streams in one direction of one user, and of all, that run at the same time in a process. */
const OF_ONE = 3;
const OF_ALL = 60;

export interface Slots {
  /** @returns gives the place back, once; null when there is none */
  readonly take: (userId: string) => (() => void) | null;
}

export function createSlots({ ofOne = OF_ONE, ofAll = OF_ALL } = {}): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take: (userId) => {
      const own = taken.get(userId) ?? 0;
      if (own >= ofOne || all >= ofAll) return null;
      taken.set(userId, own + 1);
      all++;
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        all--;
        const left = taken.get(userId)! - 1;
        if (left === 0) taken.delete(userId);
        else taken.set(userId, left);
      };
    },
  };
}

/** The same stream; says when it has ended, in whatever way. */
export function whenOver(
  body: ReadableStream<Uint8Array>,
  onOver: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onOver();
        controller.close();
      } catch (error) {
        onOver();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      onOver();
      await reader.cancel(reason);
    },
  });
}
