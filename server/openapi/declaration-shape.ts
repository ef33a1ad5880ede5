const TEXT = { type: "string" };

/** The form of a withdrawal or a cancellation. */
export const DECLARATION = {
  type: "object",
  required: ["name", "email"],
  properties: { name: TEXT, order: TEXT, email: TEXT },
};
