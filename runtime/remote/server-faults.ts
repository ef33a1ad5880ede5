import type { JobFault } from "#core/jobs/job-faults.ts";
import { FaultError } from "../contract/fault.ts";
import { ApiError } from "../services/api/api-error.ts";
import { UploadRejected } from "../uploads/upload-file.ts";

/** Message keys of the reasons why a job has failed on the site's servers. */
const FAULTS: Readonly<Record<JobFault, string>> = {
  worker_lost: "servers.failed",
  crashed: "servers.failed",
  store_unavailable: "servers.failed",
  inference_unavailable: "servers.failed",
  inference_overflow: "servers.failed",
  input_missing: "servers.failed",
  model_missing: "servers.modelMissing",
  model_refused: "servers.modelRefused",
  task_invalid: "servers.failed",
  expired: "servers.expired",
  longer_than_paid: "servers.longer",
  out_of_memory: "servers.tooLarge",
  out_of_time: "servers.tooLarge",
};

/** The error of a job that has failed or was canceled on the site's servers. */
export function jobFailure(state: "failed" | "canceled", fault: string | null): FaultError {
  if (state === "canceled") return new FaultError("servers.canceled");
  // Faults of the file or of its settings are those of the browser's own engine.
  if (fault?.includes(".")) return new FaultError(fault);
  // A model whose checksum or proof is wrong runs nowhere.
  if (fault?.startsWith("MODEL_")) return new FaultError("servers.modelDamaged");
  return new FaultError(FAULTS[(fault ?? "crashed") as JobFault] ?? "servers.failed");
}

/** Describes an error of a request to the site's servers; other errors stay what they are. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof UploadRejected)
    return explainFailure(new ApiError("", { status: error.status, key: error.key, cause: error }));
  if (error instanceof TypeError) return new FaultError("servers.unreachable", {}, error);
  if (!(error instanceof ApiError)) return error;
  if (error.status === 401) return new FaultError("servers.signedOut", {}, error);
  if (error.status === 404) return new FaultError("servers.gone", {}, error);
  if (error.status === 0 || (error.status >= 500 && error.key !== "storage_full"))
    return new FaultError("servers.unreachable", {}, error);
  return error;
}
