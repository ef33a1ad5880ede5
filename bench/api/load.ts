import net from "node:net";

/** What one of the connections asks, one request after the other. */
export interface Caller {
  /** The bytes of the next request. @param before body of the answer before, empty at first */
  readonly next: (before: string) => Buffer;
}
export interface Load {
  readonly port: number;
  readonly callers: readonly Caller[];
  /** Milliseconds that are measured; before them as long again as `warmUp`. */
  readonly duration: number;
  readonly warmUp: number;
}
export interface Measured {
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers with another status than 200. */
  readonly refused: number;
}

/** Asks as fast as it is answered, on connections that stay open: one request at a time on each. */
export async function measure({ port, callers, duration, warmUp }: Load): Promise<Measured> {
  const from = performance.now() + warmUp;
  const until = from + duration;
  const times: number[] = [];
  let refused = 0;
  const note = (begun: number, ended: number, status: number): boolean => {
    if (begun >= from && ended <= until) {
      times.push(ended - begun);
      if (status !== 200) refused++;
    }
    return ended < until;
  };
  await Promise.all(callers.map((caller) => call(port, caller, note)));
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    rate: times.length / (duration / 1000),
    p50: at(0.5),
    p99: at(0.99),
    refused,
  };
}

/** Makes a number of requests as fast as it goes. */
export async function repeat(
  port: number,
  callers: readonly Caller[],
  requests: number,
): Promise<void> {
  let left = requests - callers.length;
  await Promise.all(callers.map((caller) => call(port, caller, () => left-- > 0)));
}

const HEAD_END = "\r\n\r\n";

/** @param note told of each answer. @returns whether another request is to be made */
function call(
  port: number,
  { next }: Caller,
  note: (begun: number, ended: number, status: number) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  let begun = 0;
  let got = "";
  const ask = (before: string): void => {
    begun = performance.now();
    socket.write(next(before));
  };
  socket.on("error", reject);
  socket.on("close", () => resolve());
  socket.on("connect", () => ask(""));
  socket.on("data", (chunk) => {
    got += chunk.toString("latin1");
    const head = got.indexOf(HEAD_END);
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(got.slice(0, head))?.[1] ?? 0);
    const end = head + HEAD_END.length + length;
    if (got.length < end) return;
    const body = got.slice(head + HEAD_END.length, end);
    const status = Number(got.slice(9, 12));
    got = got.slice(end);
    if (note(begun, performance.now(), status)) ask(body);
    else socket.destroy();
  });
  return promise;
}
