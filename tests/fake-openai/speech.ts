/** What was to be spoken. */
export interface SpeechRequest {
  readonly model: string;
  readonly voice: string;
  readonly input: string;
  readonly response_format: string;
  readonly speed: number;
}

/** Fields of `CreateSpeechRequest`, and those that must be there. */
const FIELDS = ["model", "voice", "input", "response_format", "speed", "instructions"];
const NEEDED = ["model", "voice", "input"];
const MAX_CHARACTERS = 4096;
const RATE = 24_000;
/** Characters in a second. */
const PACE = 14;

/** Reads a request. @returns a text: what is wrong with it */
export function readSpeech(body: unknown): SpeechRequest | string {
  if (typeof body !== "object" || body === null) return "an object is needed";
  for (const name of Object.keys(body)) if (!FIELDS.includes(name)) return `${name} is not known`;
  const fields = body as Partial<Record<string, unknown>>;
  for (const name of NEEDED)
    if (typeof fields[name] !== "string" || fields[name] === "") return `${name} is required`;
  if (String(fields["input"]).length > MAX_CHARACTERS) return "input is too long";
  const { response_format: format = "mp3", speed = 1 } = fields;
  if (typeof speed !== "number" || speed < 0.25 || speed > 4) return "speed is 0.25 to 4";
  if (format !== "wav") return "this one speaks WAV alone";
  return { ...fields, response_format: format, speed } as SpeechRequest;
}

/** Ends of sentences, with the space that follows. */
const PAUSES = /[.!?…؟。！？]+\s*/g;

/**
 * A tone as long as the text would be, silent at the ends of sentences, streamed: the head does not
 * tell how long it is.
 */
export function spokenWav({ input, speed }: SpeechRequest): Buffer {
  const frames = Math.max(1, Math.round((RATE * input.length) / PACE / speed));
  const wav = Buffer.alloc(44 + 2 * frames);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(0xffffffff, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(2 * RATE, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(0xffffffff, 40);
  const silent = new Set(
    Array.from(input.matchAll(PAUSES), ({ 0: { length }, index }) =>
      Array.from({ length }, (_, at) => index + at),
    ).flat(),
  );
  for (let at = 0; at < frames; at++)
    if (!silent.has(Math.floor((at * PACE * speed) / RATE)))
      wav.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 180 * at) / RATE)), 44 + 2 * at);
  return wav;
}
