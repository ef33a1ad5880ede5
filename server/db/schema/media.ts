import type { Generated } from "kysely";

export interface PodcastAudio {
  id: string;
  user_id: string;
  type: string;
  size: number;
  /** Null until the audio is shared. */
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
  /** JSON. */
  transcript: string;
  created_at: number;
  /** First words of the transcript; null if the podcast was shared before summaries existed. */
  summary: string | null;
}

/** Total bytes of all files of a kind. */
export interface StorageTotals {
  kind: "podcast_audio" | "job_files";
  bytes: number;
  /** Time of the last comparison with the stored files. */
  checked_at: Generated<number>;
}

/** The URL of a feed of all podcasts of a user. */
export interface PodcastFeeds {
  user_id: string;
  /** Last segment of the URL. */
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
