/** An event of a stream of server-sent events. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** Empty if the stream has named none yet. */
  readonly id: string;
}

/** Reads a stream of server-sent events; comments are left out. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onBytes }: { readonly onBytes: () => void },
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let id = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map<string, string>();
        for (const line of block.split(/\r?\n/)) {
          const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
          if (name) fields.set(name, value!);
        }
        id = fields.get("id") ?? id;
        const data = fields.get("data");
        if (data !== undefined) yield { event: fields.get("event") ?? "message", data, id };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
