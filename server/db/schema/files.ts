/** Files of jobs: uploads and results. Their bytes are encrypted in the object store. */
export interface JobFiles {
  user_id: string;
  /** 24 random characters. */
  id: string;
  /** Job whose result the file is; null for an upload. */
  job_id: string | null;
  /** Attempt of that job. */
  attempt: number | null;
  /** Declared bytes of an upload; null while a result is being written. */
  length: number | null;
  /** Bytes stored so far, without the overhead of encryption. */
  bytes: number;
  parts: number;
  /** Bytes that count against the limits. */
  reserved: number;
  state: "open" | "complete";
  /** Name of the operator's key that encrypts the file's own key. */
  key_id: string;
  /** The file's own key, encrypted. */
  wrapped_key: string;
  created_at: number;
  expires_at: number;
}

/** Consecutive parts of a file, each an object of its own. */
export interface JobFileParts {
  user_id: string;
  file_id: string;
  /** Position of the part's first byte in the file. */
  start: number;
  bytes: number;
  /** Last segment of the object's key. */
  name: string;
  /** SHA-256 of the encrypted part, in hexadecimal. */
  sha256: string;
}

/** Receipts of erased files. They name no account. */
export interface JobErasures {
  /** Id of the file. */
  id: string;
  /** JSON Web Signature. */
  receipt: string;
  erased_at: number;
  /** Time at which the object store had no object of the file any more. */
  removed_at: number | null;
  /** Attempts to remove the objects. */
  tries: number;
  /** Time of the next attempt; afterwards, time at which the receipt is deleted. */
  next_at: number;
}
