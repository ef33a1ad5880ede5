import type { Figure } from "./models.ts";
import type { OfferedModel } from "./offered.ts";

/** Id of the engine that comes with the page. */
export const BUILT_IN_ID = "built-in";

/** An engine of a tool, as visitors choose between them. */
export interface Engine {
  /** That of the model, if it is one. */
  readonly id: string;
  readonly kind: "built-in" | "browser" | "studio" | "hosted" | "server";
  /** Models that it runs and that are downloaded together; empty for other kinds. */
  readonly models: readonly OfferedModel[];
  /** Measured quality; empty if it was not measured, or if several models run together. */
  readonly quality: readonly Figure[];
  /** Whether it does what the name of the page promises. */
  readonly isCapable: boolean;
}

/** @param isCapable whether it does what the name of the page promises */
export const builtInEngine = (isCapable = true, quality: readonly Figure[] = []): Engine => ({
  id: BUILT_IN_ID,
  kind: "built-in",
  models: [],
  quality,
  isCapable,
});

/** @param isCapable whether it does what the name of the page promises */
export const studioEngine = (model: OfferedModel, isCapable = true): Engine => ({
  id: model.id,
  kind: "studio",
  models: [model],
  quality: model.quality,
  isCapable,
});

/** The built-in engine on the site's servers. */
export const SERVER_ENGINE: Engine = {
  id: "server",
  kind: "server",
  models: [],
  quality: [],
  isCapable: true,
};

/** Size of the download, in bytes. */
export const bytesOf = ({ models }: Pick<Engine, "models">): number =>
  models.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether every use of its models is allowed. */
export const isUnrestricted = ({ models }: Pick<Engine, "models">): boolean =>
  models.every(({ licence }) => licence.use === "any");

/** Ids of all models that a job was given. */
export function modelsOf(params: object): readonly string[] {
  const { speakers } = params as {
    readonly speakers?: Readonly<Record<"segmentation" | "embedding", { readonly id: string }>>;
  };
  const ids = [modelOf(params), speakers?.segmentation?.id, speakers?.embedding?.id];
  return ids.filter((id) => typeof id === "string");
}

/** Id of the model that a job was given; null for another engine. */
export const modelOf = (params: object): string | null =>
  (params as { readonly model?: { readonly id: string } }).model?.id ?? null;
