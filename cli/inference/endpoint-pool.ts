import { setTimeout as pauseFor } from "node:timers/promises";
import type { InferMessage } from "#audio/nets/inference/infer-message.ts";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import type { Log } from "#server/deps/log.ts";
import { untilAborted } from "#server/deps/until-aborted.ts";
import type { Metrics } from "#server/deps/metrics.ts";
import { type EndpointHealth, createEndpointHealth } from "./endpoint-health.ts";
import { type EndpointMetrics, createEndpointMetrics } from "./inference-metrics.ts";
import type { ModelProofs } from "./model-proofs.ts";
import type { InferenceEndpoint } from "./inference-endpoint.ts";

/** Milliseconds for which a request waits for a server that can take it. */
const PATIENCE = 60_000;
/** Milliseconds between two looks at the servers while none can take a request. */
const EVERY = 250;

export interface PooledEndpoint {
  readonly endpoint: InferenceEndpoint;
  readonly weight: number;
  /** Maximum number of requests at the same time. */
  readonly requests: number;
  /** Models that it has been proven to run. */
  readonly proofs: Pick<ModelProofs, "runs" | "runsAny" | "doubt" | "drop">;
}

export interface PoolRequest {
  /** Id of the model. */
  readonly id: string;
  /** Name of the graph on the servers. */
  readonly graph: string;
  readonly message: InferMessage;
  readonly signal: AbortSignal;
  /** Throws an `InferenceError` if an answer is not what the graph answers. */
  readonly check: (answer: InferMessage) => void;
}

export interface PoolDeps {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly patience?: number;
}

interface Member extends PooledEndpoint {
  readonly health: EndpointHealth;
  readonly metrics: EndpointMetrics;
  running: number;
  /** Grows by the weight with each choice, and falls by the sum when chosen. */
  turn: number;
}

/** Whether the input of the job may be the reason, so that the answer says nothing of the server. */
const isOverflow = ({ fault }: InferenceError): boolean => fault === "overflow";

function createMember(
  pooled: PooledEndpoint,
  at: number,
  { clock, metrics }: Pick<PoolDeps, "clock" | "metrics">,
): Member {
  const health = createEndpointHealth(clock);
  const { endpoint, proofs } = pooled;
  const isUp = (): boolean => proofs.runsAny() && health.resumesAt() <= clock();
  const member: Member = {
    ...pooled,
    health,
    metrics: createEndpointMetrics(metrics, {
      url: endpoint.url,
      position: at + 1,
      isUp,
      breaker: health.state,
      running: () => member.running,
    }),
    running: 0,
    turn: 0,
  };
  return member;
}

/** Spreads requests over servers, as their weights, budgets and health allow. */
export function createEndpointPool(
  endpoints: readonly PooledEndpoint[],
  { clock, log, metrics, patience = PATIENCE }: PoolDeps,
) {
  const members = endpoints.map((endpoint, at) => createMember(endpoint, at, { clock, metrics }));

  /** Number of requests that no server can take now. */
  let waiting = 0;
  metrics.beforePrint(() => metrics.set("toolkit_inference_waiting", waiting));

  const isWell = ({ health }: Member): boolean => health.resumesAt() <= clock();
  const isFull = (member: Member): boolean =>
    isWell(member) && member.running >= (member.health.isOnTrial() ? 1 : member.requests);

  /** The next server with a free request, by weighted turns. @param tried is skipped */
  function choose(id: string, tried: ReadonlySet<Member>): Member | undefined {
    const free = members.filter(
      (member) => !tried.has(member) && member.proofs.runs(id) && isWell(member) && !isFull(member),
    );
    for (const member of free) member.turn += member.weight;
    const chosen = free.toSorted((a, b) => b.turn - a.turn)[0];
    if (chosen) chosen.turn -= free.reduce((sum, { weight }) => sum + weight, 0);
    return chosen;
  }

  function doubt({ endpoint, proofs }: Member, id: string): Promise<boolean> {
    log("warn", "inference_server_doubted", { url: endpoint.url, model: id });
    return proofs.doubt(id);
  }

  async function send(
    { endpoint, health, proofs, metrics: { observe } }: Member,
    { graph, message, signal, check }: PoolRequest,
  ): Promise<InferMessage> {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    try {
      const answer = await endpoint.infer(graph, message, signal);
      check(answer);
      observe(seconds(), null);
      if (health.isOnTrial()) log("info", "inference_server_recovered", { url: endpoint.url });
      health.succeed();
      return answer;
    } catch (error) {
      if (error instanceof InferenceError) observe(seconds(), error.fault);
      if (!(error instanceof InferenceError) || isOverflow(error)) throw error;
      const wasOnTrial = health.isOnTrial();
      // What a job sends must not take a server from others.
      if (error.fault !== "invalid") health.fail(error);
      const isDown = health.isOnTrial() && !wasOnTrial;
      if (isDown) proofs.drop();
      const { fault, message: detail } = error;
      const facts = { url: endpoint.url, graph, fault, detail };
      log("warn", isDown ? "inference_server_down" : "inference_request_failed", facts);
      throw error;
    }
  }

  return {
    /**
     * Sends a request to a server, and to the others in turn if it fails. While none can take it,
     * the request waits.
     * @throws {InferenceError} the last one, once it has waited long enough
     */
    async infer(request: PoolRequest): Promise<InferMessage> {
      let end = clock() + patience;
      let tried = new Set<Member>();
      const refused = new Set<Member>();
      /** Servers whose answers were not finite, and their errors. */
      const overflowed = new Map<Member, InferenceError>();
      let last = new InferenceError("unreachable", `No server runs ${request.id}`);
      for (;;) {
        request.signal.throwIfAborted();
        const member = choose(request.id, new Set([...tried, ...refused, ...overflowed.keys()]));
        if (member) {
          member.running++;
          try {
            const answer = await send(member, request);
            // What one server computes, the others should have.
            for (const one of overflowed.keys()) doubt(one, request.id).catch(() => {});
            return answer;
          } catch (error) {
            if (!(error instanceof InferenceError)) throw error;
            last = error;
            if (isOverflow(error)) overflowed.set(member, error);
            else (error.fault === "invalid" ? refused : tried).add(member);
          } finally {
            member.running--;
          }
        } else {
          const able = members.filter(
            (one) => one.proofs.runs(request.id) && !refused.has(one) && !overflowed.has(one),
          );
          // A server that is well, and has as many requests as it may, is waited for.
          if (able.some(isFull)) end = clock() + patience;
          const isOver = clock() >= end || (able.length === 0 && refused.size > 0);
          if (overflowed.size > 0 && (isOver || able.length === 0)) {
            const doubts = [...overflowed].map(async ([one, error]) =>
              (await doubt(one, request.id)) ? error : null,
            );
            const errors = await untilAborted(Promise.all(doubts), request.signal);
            // A server that still computes the known sound is right about this input.
            const right = errors.find((error) => error !== null);
            if (right) throw right;
            overflowed.clear();
            last = new InferenceError("wrong", `No server runs ${request.id} as it was proven`);
            end = clock() + patience;
          } else if (isOver) throw last;
          tried = new Set();
          waiting++;
          await pauseFor(EVERY, undefined, { signal: request.signal }).finally(() => waiting--);
        }
      }
    },
  };
}
export type EndpointPool = ReturnType<typeof createEndpointPool>;
