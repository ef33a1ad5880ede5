/** What a model of language is asked, and the shape of its answer. */
export interface Question {
  /** Of the shape. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
  /** JSON Schema; all properties are required, and there are no others. */
  readonly schema: object;
}

/** Shape of an object whose properties are all there, and no others. */
export const objectSchema = (properties: Readonly<Record<string, object>>): object => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
