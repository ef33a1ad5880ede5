import type { Generated } from "kysely";

/** Audio that was handed in for a podcast. */
export interface PodcastAudio {
  id: string;
  user_id: string;
  type: string;
  size: number;
  /** Null until it is shared. */
  podcast_id: string | null;
  created_at: number;
}

export interface Podcasts {
  id: string;
  user_id: string;
  title: string;
  language: string;
  milliseconds: number;
  audio_url: string;
  /** JSON */
  transcript: string;
  created_at: number;
  /** Beginning of what is said; null where it was shared before there was one. */
  summary: string | null;
}

/** Bytes of all files of a kind. */
export interface StorageTotals {
  kind: "podcast_audio";
  bytes: number;
  /** When it was last compared with the files. */
  checked_at: Generated<number>;
}

/** The address under which all podcasts of a user are a feed. */
export interface PodcastFeeds {
  user_id: string;
  /** The end of the address. */
  id: string;
  created_at: number;
}

export interface DownloadTickets {
  /** SHA-256 of the ticket, in hexadecimal. */
  hash: string;
  user_id: string;
  url: string;
  format: string;
  created_at: number;
  expires_at: number;
}
