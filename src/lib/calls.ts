/**
 * How a call is written down in `x.calls.ts`: `export const likePost = post<LikeInput,
 * ReactionSummary>('/advancedactivity/like')`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  signal?: AbortSignal;
  /** Sends it at most once even if the connection is lost and it is sent again. */
  idempotencyKey?: string;
  /** Sent to its end even if the screen is left meanwhile. */
  keepalive?: boolean;
  /** Sent by the browser also in a native shell: the answer sets its cookies. */
  viaBrowser?: boolean;
  /** Percent of the upload, 0 to 100. */
  onProgress?: (percent: number) => void;
}

/**
 * Called in the browser it sends; on the server only `method` and `path` are read, to mount the
 * handler.
 */
export interface Call<Input, Output> {
  (input: Input, options?: CallOptions): Promise<Output>;
  readonly method: Method;
  /** Below /api/rest, with `:name` for parts of the input that travel in the path. */
  readonly path: string;
  /** Only there to carry the types. */
  readonly types?: { input: Input; output: Output };
}
