/** A function of a worker or a thread: `Request` and `Result` travel as the fields of one message each. */
type RemoteCall = (request: never) => Promise<object>;

/** The id by which a response finds its request. */
interface Turn {
  readonly turn: number;
}

interface RpcClient<Call extends RemoteCall> {
  /** Sends a request. @returns its response, or the error that the other side sent */
  readonly call: Call;
  /** Takes a message of the other side; messages that answer no pending request are ignored. */
  readonly receive: (message: Turn & { readonly error?: unknown }) => void;
  /** Rejects all pending requests: no response will come. */
  readonly fail: (error: unknown) => void;
  readonly isIdle: () => boolean;
}

/**
 * Client of remote procedure calls over messages. The type of `Call` may be generic or overloaded, so that
 * the result follows from the request.
 * @param post sends a request with its turn
 * @param toError makes an error of what the other side sent as one
 */
export function createRpcClient<Call extends RemoteCall>(
  post: (message: Parameters<Call>[0] & Turn) => void,
  toError: (error: never) => unknown = (error) => new Error(String(error)),
): RpcClient<Call> {
  const pending = new Map<number, PromiseWithResolvers<object>>();
  let last = 0;
  const call = (request: object): Promise<object> => {
    const deferred = Promise.withResolvers<object>();
    const turn = ++last;
    pending.set(turn, deferred);
    post({ ...request, turn } as Parameters<Call>[0] & Turn);
    return deferred.promise;
  };
  return {
    // The only place where types are taken on trust: messages have none.
    call: call as unknown as Call,
    receive(message) {
      const deferred = pending.get(message.turn);
      pending.delete(message.turn);
      if (!deferred) return;
      if (message.error === undefined) deferred.resolve(message);
      else deferred.reject(toError(message.error as never));
    },
    fail(error) {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
    isIdle: () => pending.size === 0,
  };
}

export interface RpcServerOptions<Response extends object, Transferred> {
  /** Sends a response. */
  readonly post: (message: Turn & { readonly error?: unknown }, transfer: Transferred[]) => void;
  /** Buffers of a response that are moved, not copied. */
  readonly transferOf?: (response: Response) => Transferred[];
  /** Makes of an error what can be sent. */
  readonly toMessage?: (error: unknown) => unknown;
}

/**
 * Server of remote procedure calls: handles requests one after the other.
 * @returns takes a request
 */
export function createRpcServer<Request extends object, Response extends object, Transferred>(
  handle: (request: Request) => Response | Promise<Response>,
  { post, transferOf = () => [], toMessage = String }: RpcServerOptions<Response, Transferred>,
): (request: Request & Turn) => void {
  let last: Promise<void> = Promise.resolve();
  return (request) => {
    const { turn } = request;
    last = last
      .then(() => handle(request))
      .then(
        (response) => post({ ...response, turn }, transferOf(response)),
        (error: unknown) => post({ turn, error: toMessage(error) }, []),
      );
  };
}
