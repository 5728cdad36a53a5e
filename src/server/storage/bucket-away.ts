interface Reason {
  /** The store's or the system's name for it. */
  code: string;
  /** HTTP status of the store's answer, if there was one. */
  status?: number | undefined;
  message: string;
  cause?: unknown;
}

/** The bucket did not do what was asked of it: it is silent, refuses, is full or does not exist. */
export class BucketAway extends Error {
  override readonly name = 'BucketAway';
  /** Bucket and store, for the log. */
  readonly bucket: string;
  readonly code: string;
  readonly status: number | undefined;

  constructor(bucket: string, { code, status, message, cause }: Reason) {
    super(message, { cause });
    this.bucket = bucket;
    this.code = code;
    this.status = status;
  }
}
