import { spokenRequest } from "#core/api/contract/spoken-request.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { type Json, createShapes } from "./shapes.ts";

const TIME_RANGE: Json = {
  start: { type: "number", minimum: 0, description: FIELD_WORDS["start"] },
  end: { type: "number", minimum: 0, description: FIELD_WORDS["end"] },
};
/** Request of `speakHosted`. */
export const SPOKEN = createShapes().sent(spokenRequest);
/** Response of `transcribeHosted`. */
export const HOSTED_TRANSCRIPT: Json = {
  type: "object",
  required: ["text", "language", "segments", "words"],
  properties: {
    text: { type: "string" },
    language: { type: ["string", "null"], description: FIELD_WORDS["language"] },
    segments: {
      type: "array",
      items: {
        type: "object",
        required: ["start", "end", "text", "confidence"],
        properties: {
          ...TIME_RANGE,
          text: { type: "string" },
          confidence: { type: ["number", "null"], minimum: 0, maximum: 1 },
        },
      },
    },
    words: {
      type: "array",
      items: {
        type: "object",
        required: ["word", "start", "end"],
        properties: { word: { type: "string" }, ...TIME_RANGE },
      },
    },
  },
};
