/** What was asked of a model of language. */
export interface ChatQuestion {
  readonly model: string;
  /** Name of the shape. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
}
/** A message of an answer, as `ChatCompletionResponseMessage` has it, and why it ended. */
export interface ChatMessage {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly finish: "stop" | "length" | "content_filter";
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields of `CreateChatCompletionRequest` that are taken. */
const FIELDS = ["model", "messages", "response_format"];

/** What strict mode refuses of a shape: each object has all its properties, and no others. */
function faultOfSchema(schema: unknown): string | null {
  if (!isObject(schema)) return "schema is an object";
  if (schema["type"] === "array") return faultOfSchema(schema["items"]);
  if (schema["type"] !== "object") return null;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  if (schema["additionalProperties"] !== false) return "additionalProperties must be false";
  if (JSON.stringify(schema["required"]) !== JSON.stringify(Object.keys(properties)))
    return "required must have every key of properties";
  return (
    Object.values(properties)
      .map(faultOfSchema)
      .find((fault) => fault !== null) ?? null
  );
}

/** What is wrong with a request for a completion; null: nothing. */
function faultOf(body: unknown): string | null {
  if (!isObject(body)) return "an object is needed";
  for (const name of Object.keys(body)) if (!FIELDS.includes(name)) return `${name} is not known`;
  if (typeof body["model"] !== "string" || body["model"] === "") return "model is required";
  const messages = body["messages"];
  const areMessages =
    Array.isArray(messages) &&
    messages.length === 2 &&
    messages.every(
      (one, at) =>
        isObject(one) &&
        one["role"] === ["system", "user"][at] &&
        typeof one["content"] === "string",
    );
  if (!areMessages) return "messages are one of system and one of user";
  const format = body["response_format"];
  if (!isObject(format) || format["type"] !== "json_schema") return "response_format is wrong";
  const shape = format["json_schema"];
  if (!isObject(shape) || !/^[\w-]{1,64}$/.test(String(shape["name"])) || shape["strict"] !== true)
    return "json_schema is wrong";
  return faultOfSchema(shape["schema"]);
}

/** Reads a question. @returns a text: what is wrong with it */
export function readQuestion(body: unknown): ChatQuestion | string {
  const fault = faultOf(body);
  if (fault !== null) return fault;
  const {
    model,
    messages,
    response_format: format,
  } = body as {
    readonly model: string;
    readonly messages: readonly { readonly content: string }[];
    readonly response_format: { readonly json_schema: { readonly name: string } };
  };
  const [system, user] = messages.map(({ content }) => content) as [string, string];
  return { model, name: format.json_schema.name, system, user };
}

/** What it says where a test says nothing else: each text between marks, or a talk of the first sentences. */
export function defaultAnswer({ name, user }: ChatQuestion): string {
  const input = JSON.parse(user) as
    | { readonly id: number; readonly text: string }[]
    | { readonly sentences: { readonly id: number; readonly text: string }[] };
  if (name === "translation" && Array.isArray(input))
    return JSON.stringify({
      translations: input.map(({ id, text }) => ({ id, text: `«${text}»` })),
    });
  const { sentences } = input as { sentences: { id: number; text: string }[] };
  const lines = sentences.slice(0, 4).map(({ id, text }, at) => ({
    host: at % 2,
    text: `So, ${text}`,
    source: id,
    chapter: at === 0 ? "What it is about" : null,
  }));
  const bye = {
    host: 1 - (lines.at(-1)?.host ?? 0),
    text: "Thanks for listening.",
    source: null,
    chapter: null,
  };
  return JSON.stringify({ lines: [...lines, bye] });
}

/** A completion, as `CreateChatCompletionResponse` has it. */
export const completionOf = (model: string, { content, refusal, finish }: ChatMessage): Json => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal, annotations: [] },
      logprobs: null,
      finish_reason: finish,
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
