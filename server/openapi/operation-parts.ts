import { type FailureKey, ANYWHERE, describeFailures, SENDING } from "./failures.ts";
import type { Json } from "./shapes.ts";

export const TEXT = { schema: { type: "string" } };
export const BYTES = {};

export const response = (description: string, content?: Json): Json => ({
  description,
  headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
  ...(content && { content }),
});
export const text = (description: string): Json => response(description, { "text/plain": TEXT });
export const page = (description: string): Json => response(description, { "text/html": TEXT });
export const inPath = (name: string, description: string): Json => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
});
export const RANGE: Json = {
  name: "Range",
  in: "header",
  required: false,
  schema: { type: "string" },
};
export const XSRF: Json = { $ref: "#/components/parameters/Xsrf" };
export const refused = (...keys: readonly FailureKey[]): Json =>
  describeFailures([...ANYWHERE, ...keys]);
export const sendingRefused = (...keys: readonly FailureKey[]): Json =>
  describeFailures([...SENDING, ...keys]);
