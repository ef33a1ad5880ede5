import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../openapi/shapes.ts";

interface Reference {
  readonly $ref?: string;
}
interface Header extends Reference {
  readonly required?: boolean;
  readonly schema?: Json;
}
interface DocumentedResponse extends Reference {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}
export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Copies a schema and disallows fields that it does not name. */
function close(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(close);
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, close(value)] as const),
  );
  const isObject = copy["type"] === "object" && "properties" in copy;
  return isObject && !("additionalProperties" in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

const pointer = (parts: readonly string[]): string =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
const fits = (range: string, type: string): boolean =>
  range === type ||
  range === "*/*" ||
  (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

export interface ResponseCheck {
  /** The operation of a request; undefined if the document does not contain it. */
  readonly find: (method: string, path: string) => Operation | undefined;
  /** Throws if a response does not match its operation. JSON is read from a clone. */
  readonly check: (method: string, path: string, response: Response) => Promise<void>;
}

/** Validates responses against the OpenAPI document. */
export function createResponseCheck(document: ApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addSchema(close(document) as object, "api");
  const patterns = Object.entries(document.paths).map(([path, operations]) => {
    const escaped = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return { path, operations, pattern: new RegExp(`^${escaped}$`) };
  });
  const match = (method: string, path: string) => {
    const found = patterns.find(({ pattern }) => pattern.test(path));
    const operation = found?.operations[method.toLowerCase()];
    return operation && { path: found!.path, operation };
  };

  function deref<T extends Reference>(part: T): T {
    if (part.$ref === undefined) return part;
    const [, , kind, name] = part.$ref.split("/");
    return document.components[kind!]![name!] as T;
  }
  function validate(at: readonly string[], value: unknown): void {
    const ref = `api#/${pointer(at)}`;
    const check = ajv.getSchema(ref);
    if (!check) throw new Error(`${ref} is not there`);
    if (!check(value)) throw new Error(`${ref}: ${ajv.errorsText(check.errors)}`);
  }

  return {
    find: (method, path) => match(method, path)?.operation,
    async check(method, path, response) {
      const found = match(method, path);
      if (!found) return;
      const status = String(response.status);
      const name = `${found.operation.operationId} ${status}`;
      const known = found.operation.responses[status];
      if (!known) throw new Error(`${name} is not in the document`);
      for (const [header, given] of Object.entries(known.headers ?? {})) {
        const value = response.headers.get(header);
        const { required = false, schema } = deref(given);
        if (value === null) {
          if (required) throw new Error(`${name} has no ${header}`);
        } else if (schema && !ajv.validate(schema, numberOf(value, schema)))
          throw new Error(`${name}: ${header}: ${value}`);
      }
      const type = response.headers.get("content-type")?.split(";")[0]!.toLowerCase();
      if (type === undefined) {
        if (known.content) throw new Error(`${name} has no content`);
        return;
      }
      const range = Object.keys(known.content ?? {}).find((each) => fits(each, type));
      if (range === undefined) throw new Error(`${name} is ${type}`);
      // A response to HEAD has the type of a body, but none.
      if (method === "HEAD") return;
      if (type !== "application/json" || !known.content![range]!.schema) return;
      const method_ = method.toLowerCase();
      const at = ["paths", found.path, method_, "responses", status, "content", range, "schema"];
      const body = (await response.clone().json()) as { key?: string };
      validate(at, body);
      const waits = Object.hasOwn(known.headers ?? {}, "Retry-After");
      if (!waits && response.headers.has("retry-after"))
        throw new Error(`${name} ${body.key} has Retry-After`);
    },
  };
}

const numberOf = (value: string, { type }: Json): unknown =>
  type === "integer" ? Number(value) : value;
