// The last 24 hours of a server, in pieces of ten minutes.

/** The length of a bucket. */
export const BUCKET_MS = 10 * 60 * 1000;
/** The number of buckets in 24 hours. */
export const BUCKETS = 144;

/** What happened in ten minutes. */
export interface Bucket {
  /** When it begins. */
  at: Date;
  requests: number;
  /** Requests answered with 500 or more. */
  errors: number;
  uploads: number;
  /** The most images that waited. */
  queue: number;
  /** The most memory of this process, in bytes. */
  memory: number;
  /** The least free space on the disk, in bytes; null if it was not read. */
  free: number | null;
}

/** A request that failed, with nothing about a person. */
export interface FailedRequest {
  id: string;
  at: Date;
  method: string;
  route: string;
  status: number;
  /** The kind of error, without its message. */
  type: string;
}

/** A request whose response has ended. */
export interface EndedRequest {
  /** As in the log; null for a request that was refused before it got one. */
  id: string | null;
  method: string;
  /** The route as a pattern, never a URL. */
  route: string;
  /** Null if the client disconnected before the response. */
  status: number | null;
  seconds: number;
  /** Whether the response stays open, so that its duration says nothing. */
  isStream: boolean;
  /** What made the request fail. */
  error?: unknown;
}
