import * as z from "zod/mini";
import {
  balance,
  paymentPage,
  paymentRecord,
  podcast,
  subscription,
  usagePage,
  usageRecord,
  userConfig,
  userInfo,
} from "#core/api/contract/shapes.ts";
import { describeFields } from "./field-words.ts";

/** A part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** Response schemas that have names in the document. */
const NAMES = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Balance: balance,
  PaymentPage: paymentPage,
  PaymentRecord: paymentRecord,
  Podcast: podcast,
  Subscription: subscription,
  UsagePage: usagePage,
  UsageRecord: usageRecord,
  UserConfig: userConfig,
  UserInfo: userInfo,
}))
  NAMES.add(schema, { id });

export interface Shapes {
  /** Schema of a request: unknown fields are rejected. */
  readonly sent: (schema: z.ZodMiniType) => Json;
  /** Schema of a response: fields may be added in later versions. */
  readonly answered: (schema: z.ZodMiniType) => Json;
  /** Named schemas that others reference. */
  readonly named: ReadonlyMap<string, Json>;
}

/** Converts schemas of the contract to JSON Schema. */
export function createShapes(): Shapes {
  const named = new Map<string, Json>();
  return {
    named,
    sent: (schema) => {
      const { $schema: _, ...made } = z.toJSONSchema(schema, {
        io: "input",
        override: ({ zodSchema, jsonSchema }) => {
          if (zodSchema._zod.def.type === "object") jsonSchema.additionalProperties = false;
        },
      });
      return describeFields(made) as Json;
    },
    answered: (schema) => {
      const made = z.toJSONSchema(schema, { io: "input", metadata: NAMES });
      const moved = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
      const described = describeFields(JSON.parse(moved)) as Json & { $defs?: object };
      const { $schema: _, $defs = {}, ...own } = described;
      for (const [name, shape] of Object.entries($defs)) named.set(name, shape as Json);
      return own;
    },
  };
}
