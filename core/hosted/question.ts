/** Prompt of a language model, and the schema of its response. */
export interface Question {
  /** Name of the schema. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
  /** JSON Schema; all properties are required, additional ones are not allowed. */
  readonly schema: object;
}

/** Schema of an object with exactly these properties. */
export const objectSchema = (properties: Readonly<Record<string, object>>): object => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
