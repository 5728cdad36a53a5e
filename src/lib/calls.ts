/**
 * A REST call as declared in `x.calls.ts`: `export const likePost = post<LikeInput,
 * ReactionSummary>('/advancedactivity/like')`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  signal?: AbortSignal;
  /** Executes the call at most once, even if a lost connection makes the client send it again. */
  idempotencyKey?: string;
  /** Completes even if the screen is left meanwhile. */
  keepalive?: boolean;
  /** Uses the browser's fetch even in a native shell, so that the response sets its cookies. */
  viaBrowser?: boolean;
  /** Percent of the upload, 0 to 100. */
  onProgress?: (percent: number) => void;
}

/**
 * In the browser, calling it sends the request; the server only reads `method` and `path`, to mount
 * the handler.
 */
export interface Call<Input, Output> {
  (input: Input, options?: CallOptions): Promise<Output>;
  readonly method: Method;
  /** Below /api/rest, with `:name` for parts of the input that travel in the path. */
  readonly path: string;
  /** Only carries the types. */
  readonly types?: { input: Input; output: Output };
}
