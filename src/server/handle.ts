import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Call } from '#lib/calls.ts';
import type { LimitName } from './limits.ts';
import type { Creation } from './once.ts';

type Viewer = App.Locals['viewer'];
type Member = Extract<Viewer, { kind: 'member' }>;

/** What a function may need of the request besides its input. */
export interface RestRequest {
  address: string;
  /** From the User-Agent, for the list of devices. */
  device: string;
  /** Pass to `createOnce` in functions that create. */
  creation: Creation;
  isNative: boolean;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** Adds a Set-Cookie line to the answer. */
  setCookie: (header: string) => void;
  setHeader: (name: string, value: string) => void;
}

export interface HandlerOptions {
  /** Counted once the input is valid, before the function runs. */
  limit?: LimitName;
  /** Other paths of the contract that do the same. */
  aliases?: string[];
  /** One sentence for the API document. */
  summary?: string;
  /** For log-in and the like: an ended session in the cookies must not keep anyone from starting a new one. */
  ignoresCredentials?: boolean;
}

export interface Handler extends HandlerOptions {
  call: Call<never, unknown>;
  isPublic: boolean;
  input: z.ZodType;
  output: z.ZodType;
  run: (viewer: never, input: never, request: RestRequest) => Promise<unknown>;
}

/** Marks a call that answers `{"status_code": 204}`. Use as the output schema; the function returns nothing, or extra data for the envelope. */
export { noContent } from './no-content.ts';

/**
 * Wires one call of `x.calls.ts` to a server function. The input has been joined from path, query and body and
 * parsed once; the output schema makes the API document and is checked in tests.
 */
export function handle<In, Out, Raw>(
  call: Call<Raw, Out>,
  input: z.ZodType<In>,
  output: z.ZodType<Out>,
  run: (member: Member, input: In, request: RestRequest) => Promise<Out>,
  options: HandlerOptions = {},
): Handler {
  return { call, input, output, run, isPublic: false, ...options } as unknown as Handler;
}

/** As `handle`, for the few calls that visitors may make; tests/rules lists them. */
export function handlePublic<In, Out, Raw>(
  call: Call<Raw, Out>,
  input: z.ZodType<In>,
  output: z.ZodType<Out>,
  run: (viewer: Viewer, input: In, request: RestRequest) => Promise<Out>,
  options: HandlerOptions = {},
): Handler {
  return { call, input, output, run, isPublic: true, ...options } as unknown as Handler;
}
