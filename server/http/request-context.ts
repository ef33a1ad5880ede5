import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../deps/deps.ts";
import type { Session } from "../sessions/sessions.ts";
import { ApiFailure } from "./api-failure.ts";

/** What the adapter for Node hands to the app; absent where the app is called as a function. */
export interface Bindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/** A request and who makes it. */
export interface RequestContext {
  readonly deps: Deps;
  readonly request: Request;
  readonly requestId: string;
  /** Who is at the other end of the connection: the client, or a proxy. */
  readonly peer: string | undefined;
  /** Network address of the client. */
  readonly address: string;
  /** Locale of the messages that the client is sent. */
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
