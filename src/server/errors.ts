import type { ErrorDetails } from './error-envelope.ts';

/** error_code values of the contract (README, section 3) with their HTTP status. */
export const statusOf = {
  validation_fail: 400,
  parameter_missing: 400,
  invalid_method: 400,
  oauth_parameter_missing: 400,
  code_invalid: 400,
  verification_fail: 400,
  password_required: 400,
  already_friends: 400,
  already_member: 400,
  already_reviewed: 400,
  link_unreachable: 400,
  payment_not_available: 400,
  unauthorized: 401,
  invalid_token: 401,
  invalid_consumer: 401,
  email_not_verified: 401,
  not_approved: 401,
  two_factor_required: 401,
  account_disabled: 401,
  blocked: 401,
  already_logged_out: 401,
  forbidden_origin: 403,
  no_record: 404,
  no_route: 404,
  other_member: 409,
  file_too_large: 413,
  request_too_large: 413,
  invalid_file: 415,
  unsupported_encoding: 415,
  too_many_requests: 429,
  server_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;
export type ErrorReason = 'account_leaving';

/**
 * Thrown by server functions; only app/rest.ts (JSON) and middleware.ts (redirect or error page)
 * catch it.
 */
export class HttpError extends Error {
  readonly code: ErrorCode;
  /** Text for people, or for validation_fail a map from field to text. */
  readonly detail: string | Record<string, string>;
  /** Seconds, for too_many_requests and unavailable. */
  readonly retryAfter: number | undefined;
  /** Further fields of the envelope, for a client that can continue from here. */
  readonly extra: ErrorDetails;
  /** For our own screens, where the code does not distinguish two errors. Never sent. */
  readonly reason: ErrorReason | undefined;

  constructor(
    code: ErrorCode,
    detail: string | Record<string, string>,
    retryAfter?: number,
    extra: ErrorDetails = {},
    reason?: ErrorReason,
  ) {
    super(typeof detail === 'string' ? detail : Object.values(detail).join(' '));
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.extra = extra;
    this.reason = reason;
  }

  get status(): number {
    return statusOf[this.code];
  }

  /** Text for a screen; of an unexpected error there is nothing to say. */
  get pageMessage(): string | undefined {
    return this.code === 'server_error' ? undefined : this.message;
  }
}

/**
 * Adds the name of the field with the refused file: of ten photos the member needs to know which.
 * Returns other errors unchanged.
 */
export const withField = (error: unknown, field: string): unknown =>
  error instanceof HttpError && (error.code === 'invalid_file' || error.code === 'file_too_large')
    ? new HttpError(
        error.code,
        error.detail,
        error.retryAfter,
        { ...error.extra, field },
        error.reason,
      )
    : error;

/** Missing, deleted, or hidden from the viewer: all three look the same. */
export const notFound = () => new HttpError('no_record', 'This content is not available.');
export const forbidden = (message = 'You are not allowed to do this.') =>
  new HttpError('unauthorized', message);
/** `invalid('Post cannot be empty', 'body')` or `invalid({ email: '…' })`. */
export const invalid = (problem: string | Record<string, string>, field = 'general') =>
  new HttpError('validation_fail', typeof problem === 'string' ? { [field]: problem } : problem);
export const httpError = (code: ErrorCode, message: string, reason?: ErrorReason) =>
  new HttpError(code, message, undefined, {}, reason);
export const tooMany = (retryAfter: number) =>
  new HttpError(
    'too_many_requests',
    'You are doing this too often. Please try again later.',
    Math.max(1, Math.ceil(retryAfter)),
  );
export const unavailable = (retryAfter = 5) =>
  new HttpError('unavailable', 'The service is busy. Please try again in a moment.', retryAfter);
export const noRoom = () =>
  new HttpError(
    'unavailable',
    'The server is out of space at the moment. Please try again later.',
    60,
  );
export const noStorage = () =>
  new HttpError(
    'unavailable',
    'Photos and videos cannot be saved or shown at the moment. Please try again later.',
    10,
  );
