import {
  EmbedFailure,
  type EmbedController,
  type EmbedOutcome,
  type EmbedSettings,
} from "./controller.ts";
import {
  cleanName,
  type EmbedErrorCode,
  type EmbedReply,
  type EmbedRequest,
  readRequest,
  type RequestId,
} from "./messages.ts";

/** The window that contains the frame. */
export interface EmbedParent {
  readonly postMessage: (message: EmbedReply, targetOrigin: string) => void;
}

/** What a session reads of a `MessageEvent`. */
export interface EmbedEvent {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

export interface EmbedSession {
  /** Takes an event of the window. Never throws. */
  readonly receive: (event: EmbedEvent) => void;
  /** Tells the parent that messages are accepted. */
  readonly announce: () => void;
  /** Sends a result of the visitor's own file, as the visitor has asked for. */
  readonly handOver: (outcome: EmbedOutcome) => void;
  /** Reports the height of the tool in CSS pixels, if it has changed. */
  readonly reportHeight: (height: number) => void;
  /** Stops the run. */
  readonly close: () => void;
}

const MESSAGES: Readonly<Record<Exclude<EmbedErrorCode, "value">, string>> = {
  version: "This version of the protocol is not supported; send v: 1.",
  malformed: "The message does not have the documented form.",
  busy: "A run is in progress; cancel it or wait for its result.",
  idle: "No run of this page is in progress.",
  "no-file": "No file of this page is open; send open and wait for opened.",
  unreadable: "The file has no sound that can be read.",
  "too-large": "The file is larger than 512 MB, or its sound is longer than 2 hours.",
  replaced: "Another file was opened before this one had been read.",
  canceled: "The run was canceled.",
  failed: "The run ended without a result.",
};

const resultOf = ({ files, unchanged }: EmbedOutcome) => ({
  v: 1 as const,
  type: "result" as const,
  files,
  ...(unchanged !== null && { unchanged: true as const }),
});

export interface SessionOptions {
  /** Slug of the tool. */
  readonly slug: string;
  /** Origins in the form that browsers compare. */
  readonly origins: readonly string[];
  /** Origin of the parent where the browser reports it; else null. */
  readonly parentOrigin: string | null;
}

/**
 * A tool that another page uses through messages. Messages of other windows and of origins that are
 * not listed get no reply, so that they learn nothing about the frame.
 */
export function createEmbedSession(
  controller: EmbedController,
  parent: EmbedParent,
  { slug, origins, parentOrigin }: SessionOptions,
): EmbedSession {
  /** Origin of the parent, once it is known. */
  let known = parentOrigin;
  let height = 0;

  type Reply = (message: EmbedReply) => void;
  interface Turn {
    readonly reply: Reply;
    readonly id: { readonly id?: RequestId };
  }
  const refuse = ({ reply, id }: Turn, code: EmbedErrorCode, message: string): void =>
    reply({ v: 1, ...id, type: "error", code, message });
  const refuseBy = (turn: Turn, error: unknown): void => {
    const { code, message } = error instanceof EmbedFailure ? error : new EmbedFailure("failed");
    refuse(turn, code, code === "value" ? message : MESSAGES[code]);
  };

  /** Sends a message that answers none. */
  function send(message: EmbedReply): void {
    // Browsers deliver a message only if the parent has the origin that it is addressed to.
    const targets = known === null ? origins : origins.filter((each) => each === known);
    for (const target of targets) parent.postMessage(message, target);
  }

  async function open(turn: Turn, { file: bytes, name }: EmbedRequest & { type: "open" }) {
    const own = bytes instanceof File ? cleanName(bytes.name) : "";
    const type = bytes instanceof Blob ? bytes.type : "";
    const file = new File([bytes], name ?? (own || "recording"), { type });
    const seconds = await controller.open(file, "page");
    turn.reply({ v: 1, ...turn.id, type: "opened", name: file.name, seconds });
  }

  async function start(turn: Turn) {
    const outcome = await controller.start({
      by: "page",
      onProgress: (done) => turn.reply({ v: 1, ...turn.id, type: "progress", done }),
    });
    turn.reply({ ...resultOf(outcome), ...turn.id });
  }

  async function take(turn: Turn, request: EmbedRequest): Promise<void> {
    switch (request.type) {
      case "open":
        return open(turn, request);
      case "set": {
        const { values, output } = request;
        const settings: EmbedSettings = { values, ...(output && { output }) };
        return controller.set(settings);
      }
      case "start":
        return start(turn);
      case "cancel":
        if (!controller.cancel("page")) throw new EmbedFailure("idle");
    }
  }

  // The page gets the results of its own file, also of runs that the visitor has started.
  const unsubscribe = controller.store.subscribe(({ outcome, input }, before) => {
    const isNew = outcome !== null && outcome !== before.outcome;
    if (isNew && before.run?.by === "visitor" && input?.from === "page") send(resultOf(outcome));
  });

  return {
    receive({ origin, source, data }) {
      if (source !== parent || !origins.includes(origin)) return;
      known = origin;
      const reply: Reply = (message) => parent.postMessage(message, origin);
      const read = readRequest(data);
      const id = "request" in read ? read.request.id : read.id;
      const turn: Turn = { reply, id: id === undefined ? {} : { id } };
      if ("request" in read)
        take(turn, read.request).catch((error: unknown) => refuseBy(turn, error));
      else refuse(turn, read.code, MESSAGES[read.code]);
    },
    announce: () => send({ v: 1, type: "ready", tool: slug }),
    handOver: (outcome) => send({ ...resultOf(outcome), own: true }),
    reportHeight(next) {
      if (next === height) return;
      height = next;
      send({ v: 1, type: "size", height });
    },
    close() {
      unsubscribe();
      controller.cancel("visitor");
    },
  };
}
