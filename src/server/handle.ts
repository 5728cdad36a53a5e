import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Call } from '#lib/calls.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import type { Creation } from './idempotency.ts';

type Viewer = App.Locals['viewer'];
type Member = Extract<Viewer, { kind: 'member' }>;

/** Request data for a function besides its input. */
export interface RestRequest {
  address: string;
  /** From the User-Agent, for the list of devices. */
  device: string;
  /** Pass to `withIdempotencyKey` in functions that create. */
  creation: Creation;
  isNative: boolean;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** Adds a Set-Cookie header to the response. */
  setCookie: (header: string) => void;
  setHeader: (name: string, value: string) => void;
}

/** `RestRequest` with received files. Files and folder are deleted when the function ends. */
export interface UploadRequest extends RestRequest {
  /** In the order of the form; none when the request was no multipart form. */
  files: UploadedFile[];
  /** Work folder for files derived from the uploads. */
  folder: string;
}

/** How a screen's form makes this call (form-calls.ts). */
export interface FormOptions<In, Out> {
  /** Shown on the next screen. */
  done?: string;
  /** Another text for some of the outcomes. */
  otherwise?: { text: string; applies: (output: Out) => boolean };
  /** Instead of `done`: a text that says how many. */
  counted?: { text: (count: number) => string; of: (output: Out) => number };
  /** Id of the element to scroll to on the screen that contained the form. */
  anchor?: (input: In) => string | undefined;
  /** The next screen; by default the one that contained the form. */
  next?: (output: Out, input: In) => string | undefined;
}

export interface HandlerOptions<In = never, Out = never> {
  /** Name of a limit; counted once the input is valid, before the function runs. */
  limit?: string;
  /** Reads from other sites, so it is never carried out uncounted. */
  fetches?: boolean;
  /** Other paths of the contract that do the same. */
  aliases?: string[];
  /**
   * A field that may hold the id with which the path ends, such as `group_id` in
   * `/groups/view?group_id=5`, as the documentation of the interface writes it.
   */
  idField?: string;
  /** One sentence for the API document. */
  summary?: string;
  /**
   * Combinations of fields, files included, one of which `run` insists on beyond what the schema
   * requires. For the API document; a test sends each call only what the document requires.
   */
  needs?: ReadonlyArray<readonly string[]>;
  /** For log-in and similar calls: cookies of an ended session must not prevent a new one. */
  ignoresCredentials?: boolean;
  /** Lets screens submit a form to this call, so that it works without script. */
  form?: FormOptions<In, Out>;
  /**
   * The part of the input that makes two requests with one Idempotency-Key the same; by default all
   * of it.
   */
  contentOf?: (input: In) => unknown;
}

export interface Handler extends HandlerOptions {
  call: Call<never, unknown>;
  isPublic: boolean;
  /** Accepted files; `run` then gets an `UploadRequest`. */
  files?: FileRules;
  input: z.ZodType;
  output: z.ZodType;
  run: (viewer: never, input: never, request: RestRequest) => Promise<unknown>;
}

/**
 * Marks a call that answers `{"status_code": 204}`. Use as the output schema; the function returns
 * nothing, or extra data for the envelope.
 */
export { noContent } from './responses.ts';

/**
 * Wires one call of `x.calls.ts` to a server function. The input has been joined from path, query
 * and body and parsed once; the output schema makes the API document and is checked in tests.
 */
export function handle<In, Out, Raw>(
  call: Call<Raw, Out>,
  input: z.ZodType<In>,
  output: z.ZodType<Out>,
  run: (member: Member, input: In, request: RestRequest) => Promise<Out>,
  options: HandlerOptions<In, Out> = {},
): Handler {
  return { call, input, output, run, isPublic: false, ...options } as unknown as Handler;
}

/** As `handle`, for the few calls that visitors may make; tests/rules lists them. */
export function handlePublic<In, Out, Raw>(
  call: Call<Raw, Out>,
  input: z.ZodType<In>,
  output: z.ZodType<Out>,
  run: (viewer: Viewer, input: In, request: RestRequest) => Promise<Out>,
  options: HandlerOptions<In, Out> = {},
): Handler {
  return { call, input, output, run, isPublic: true, ...options } as unknown as Handler;
}

/**
 * As `handle`, for calls that take files, the one way to receive them: streamed to disk once it is
 * known who sends them, checked by content, counted (security.md section 8). The same
 * Idempotency-Key with other files is other content.
 */
export function handleUpload<In, Out, Raw>(
  call: Call<Raw, Out>,
  files: FileRules,
  input: z.ZodType<In>,
  output: z.ZodType<Out>,
  run: (member: Member, input: In, request: UploadRequest) => Promise<Out>,
  options: HandlerOptions<In, Out> = {},
): Handler {
  return { call, files, input, output, run, isPublic: false, ...options } as unknown as Handler;
}
