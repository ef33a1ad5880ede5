import { type ModelForm, formFiles } from "./forms.ts";
import { type LockedFile, type LockedModel, type ModelLock, lockState } from "./lock.ts";
import type { Model, ModelLicense, ModelQuality } from "./models.ts";

/** A file of a model as a browser fetches it. */
export interface OfferedFile {
  /** As which of the form's files it is opened. */
  readonly role: string;
  /** An address, or a path of the site. */
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A net that a visitor may bring onto the device. */
export interface OfferedModel {
  readonly id: string;
  /** As its makers call it. */
  readonly name: string;
  readonly task: string;
  readonly licence: ModelLicense;
  /** Page of those who made it. */
  readonly page: string;
  readonly form: ModelForm;
  /** BCP 47; none where speech is of no matter to it. */
  readonly languages: readonly string[];
  /** Bytes that it takes while it runs; null where nobody knows. */
  readonly memory: number | null;
  /** Seconds of sound in a second of work of one core of a processor; missing where nobody knows. */
  readonly speed?: number;
  readonly quality: readonly ModelQuality[];
  readonly files: readonly OfferedFile[];
  /** Bytes of all files. */
  readonly bytes: number;
}

/** Why a studio model is not offered to visitors. */
export type NotOffered =
  /** Nobody has said which bytes it is. */
  | "unlocked"
  /** The registry asks for something else than what was locked. */
  | "stale"
  /** No code runs it. */
  | "no-form"
  /** Its licence is not for every use, and the operator has not accepted it. */
  | "not-accepted"
  /** No browser can read its source: it has to be on a host of one's own. */
  | "no-address"
  /** It was not pulled to where the site publishes it. */
  | "not-here";

export interface OfferSettings {
  /** Where browsers fetch all models; empty: from their sources. */
  readonly baseUrl: string;
  /** Address of the hub, for those that come from there. */
  readonly hub: string;
  /** Ids of models whose licence the operator has accepted. */
  readonly accept: readonly string[];
  /** Whether the site publishes a file below `baseUrl`; missing where nobody can know. */
  readonly has?: (file: Pick<LockedFile, "path" | "bytes">) => boolean;
}

/**
 * Whether sources of a content security policy, such as `https://*.example.org`, name an origin.
 */
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

/** Address of a locked file at its source; null where it is no file of its own there. */
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

/** Whether a model is offered to visitors, and why not. */
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
  if (licence.use !== "any" && !settings.accept.includes(id)) return not("not-accepted");
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

/** The nets that the browser offers: those that are locked, that it can run and may have. */
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
