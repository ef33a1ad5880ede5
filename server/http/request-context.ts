import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../deps/deps.ts";
import type { Session } from "../sessions/sessions.ts";
import { ApiFailure } from "./api-failure.ts";

/** Values from the Node adapter; undefined if the app is called as a function. */
export interface Bindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export interface RequestContext {
  readonly deps: Deps;
  readonly request: Request;
  readonly requestId: string;
  /** Address of the connection's peer: the client, or a proxy. */
  readonly peer: string | undefined;
  /** Network address of the client. */
  readonly address: string;
  /** Locale of messages to the client. */
  readonly locale: string;
}

export interface UserContext extends RequestContext {
  readonly user: Session;
}

/** @throws {ApiFailure} not_signed_in */
export function requireSession(session: Session | null): Session {
  if (!session) throw new ApiFailure("not_signed_in");
  return session;
}
