/** What was asked for. */
export interface TranscriptionRequest {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

export interface SpokenWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Fields of `CreateTranscriptionRequest` that are taken; others are refused, as unknown names are. */
const FIELDS = [
  "model",
  "language",
  "prompt",
  "response_format",
  "temperature",
  "timestamp_granularities[]",
];

/** What is wrong with a request for a transcript; null: nothing. */
function faultOf(form: FormData): string | null {
  if (!(form.get("file") instanceof File)) return "file is required";
  if (typeof form.get("model") !== "string" || form.get("model") === "") return "model is required";
  for (const name of form.keys())
    if (name !== "file" && !FIELDS.includes(name)) return `${name} is not known`;
  const granularities = form.getAll("timestamp_granularities[]");
  if (granularities.some((one) => one !== "word" && one !== "segment"))
    return "timestamp_granularities[] is word or segment";
  if (granularities.length > 0 && form.get("response_format") !== "verbose_json")
    return "timestamp_granularities[] needs verbose_json";
  const language = form.get("language");
  if (language !== null && (typeof language !== "string" || !/^[a-z]{2}$/.test(language)))
    return "language is ISO 639-1";
  return null;
}

/** Reads a request. @returns a text: what is wrong with it */
export async function readTranscription(
  body: Buffer,
  type: string,
): Promise<TranscriptionRequest | string> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "Content-Type": type },
  }).formData();
  const wrong = faultOf(form);
  if (wrong !== null) return wrong;
  const file = form.get("file") as File;
  return {
    fields: Object.fromEntries(
      [...new Set(form.keys())]
        .filter((name) => name !== "file")
        .map((name) => [name, form.getAll(name).map(String)]),
    ),
    file: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
  };
}

/** A transcript, as `CreateTranscriptionResponseVerboseJson` has it. */
export function transcriptOf(words: readonly SpokenWord[]): object {
  const text = words.map(({ word }) => word).join(" ");
  const end = words.at(-1)?.end ?? 0;
  return {
    task: "transcribe",
    language: "english",
    duration: end,
    text,
    // Words come without the marks that the text has.
    words: words.map(({ word, ...at }) => ({ word: word.replace(/[.,!?]$/, ""), ...at })),
    segments: [
      {
        id: 0,
        seek: 0,
        start: words[0]?.start ?? 0,
        end,
        text: ` ${text}`,
        tokens: [1],
        temperature: 0,
        avg_logprob: -0.2,
        compression_ratio: 1,
        no_speech_prob: 0.01,
      },
    ],
    usage: { type: "duration", seconds: Math.ceil(end) },
  };
}
