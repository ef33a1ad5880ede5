import { type ModelForm, formFiles } from "./forms.ts";
import { type LockedFile, type LockedModel, type ModelLock, lockState } from "./lock.ts";
import { isPermitted } from "./permitted.ts";
import type { Model, ModelLicense, ModelQuality } from "./models.ts";

/** A model file that a browser downloads. */
export interface OfferedFile {
  /** Role of the file in the form. */
  readonly role: string;
  /** A URL, or a path on the site. */
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A model that visitors may download. */
export interface OfferedModel {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly licence: ModelLicense;
  /** Page of the model's authors. */
  readonly page: string;
  readonly form: ModelForm;
  /** BCP 47; empty for models that do not depend on the language. */
  readonly languages: readonly string[];
  /** Bytes of memory while running; null if unknown. */
  readonly memory: number | null;
  /** Seconds of audio processed per second on one CPU core; undefined if unknown. */
  readonly speed?: number;
  readonly quality: readonly ModelQuality[];
  readonly files: readonly OfferedFile[];
  readonly bytes: number;
}

/** Reason why a studio model is not offered to visitors. */
export type NotOffered =
  /** The lock has no entry for it. */
  | "unlocked"
  /** The registry entry has changed since it was locked. */
  | "stale"
  /** No code exists to run the model. */
  | "no-form"
  /** Its license restricts use, and the operator has not accepted it. */
  | "not-accepted"
  /** The built-in engine is better, and the operator has not accepted it all the same. */
  | "surpassed"
  /** Browsers cannot download it from its source: the site has to host it. */
  | "no-address"
  /** It was not pulled to the folder that the site publishes. */
  | "not-here";

export interface OfferSettings {
  /** Base URL of all models for browsers; empty: the models' sources. */
  readonly baseUrl: string;
  readonly hub: string;
  /** Ids of the models that the operator has accepted, in spite of their license or quality. */
  readonly accept: readonly string[];
  /** Whether the site publishes a file below `baseUrl`; undefined if this cannot be determined. */
  readonly has?: (file: Pick<LockedFile, "path" | "bytes">) => boolean;
}

/** Whether content security policy sources, such as `https://*.example.org`, match an origin. */
export const coversOrigin = (sources: readonly string[], origin: string): boolean =>
  sources.some((source) => {
    const [scheme, host] = source.split("//*.") as [string, string | undefined];
    return host === undefined
      ? source === origin
      : origin.startsWith(`${scheme}//`) && origin.endsWith(`.${host}`);
  });

export type Offer =
  | { readonly model: OfferedModel; readonly reason: null }
  | { readonly model: null; readonly reason: NotOffered };

const joined = (base: string, ...parts: readonly string[]): string =>
  [base.replace(/\/$/, ""), ...parts].join("/");
const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** URL of a locked file at its source; null if it is not a separate file there. */
export function sourceUrl(source: LockedModel["source"], from: string, hub: string): string | null {
  if (source.kind === "npm") return null;
  if (source.kind === "url") return source.base + encoded(from);
  return joined(hub, source.repo, "resolve", source.commit, encoded(from));
}

const addressOf = (
  { source }: LockedModel,
  { path, from }: LockedFile,
  { baseUrl, hub }: OfferSettings,
): string | null =>
  baseUrl === "" ? sourceUrl(source, from, hub) : joined(baseUrl, encoded(path));

/** Whether a model is offered to visitors, and if not, the reason. */
export function offerOf(
  model: Model,
  lock: LockedModel | undefined,
  settings: OfferSettings,
): Offer {
  const not = (reason: NotOffered): Offer => ({ model: null, reason });
  const state = lockState(model, lock);
  if (state !== "locked") return not(state);
  const { id, name, task, licence, page, languages, memory, speed, quality, form } = model;
  const roles = new Set(lock!.files.map(({ role }) => role));
  if (!form || !formFiles(form).every((role) => roles.has(role))) return not("no-form");
  if (!isPermitted(licence, "offer", settings.accept.includes(id))) return not("not-accepted");
  if (model.surpassed && !settings.accept.includes(id)) return not("surpassed");
  const files: OfferedFile[] = [];
  for (const file of lock!.files) {
    const closed = model.source.kind === "url" && model.source.direct === false;
    const url = closed && settings.baseUrl === "" ? null : addressOf(lock!, file, settings);
    if (url === null) return not("no-address");
    if (settings.has?.(file) === false) return not("not-here");
    files.push({ role: file.role, url, sha256: file.sha256, bytes: file.bytes });
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const pace = speed && { speed: speed.realTime };
  const shown = { id, name, task, licence, page, form, languages, ...pace, quality };
  return { model: { ...shown, memory: memory?.bytes ?? null, files, bytes }, reason: null };
}

/** Models offered to visitors: locked, supported and permitted. */
export const offeredModels = (
  models: readonly Model[],
  lock: ModelLock,
  settings: OfferSettings,
): OfferedModel[] =>
  models.flatMap((model) => {
    if (model.tier !== "studio") return [];
    const offer = offerOf(model, lock.models[model.id], settings);
    return offer.model ? [offer.model] : [];
  });
