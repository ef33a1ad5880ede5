import * as z from "zod/mini";
import { balance, name } from "./shapes.ts";

/** What all calls have in common that end a job's hold on credits. */
export const CLOSING = {
  method: "POST",
  signedIn: true,
  idempotent: true,
  errors: ["not_found", "usage_closed"],
  request: z.object({ usage_id: name }),
  answer: balance,
} as const;
