import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Fields } from '#server/http/body.ts';
import { addressKey } from '#server/http/client-address.ts';
import type { UploadedFile } from '#server/uploads/uploads.ts';
import { httpError, invalid, type HttpError } from './errors.ts';
import type { Handler } from './handle.ts';
import type { Creation } from './idempotency.ts';
import { consume, type Use } from './limits.ts';
import { errorFields, log } from './log.ts';
import { isNoSpace } from './no-space.ts';
import { plainIssue } from './plain-issues.ts';

// Steps common to every call, over REST (rest.ts) or from a screen's form (form-calls.ts): same
// schema, limits and request identity.

type Viewer = App.Locals['viewer'];

/** Comparable text; JSON may contain values that cannot be converted. */
const asComparable = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Joins fields from several sources. Refuses different values for the same field. */
export function joinFields(first: Fields, ...others: Fields[]): Fields {
  const fields = Object.assign(Object.create(null) as Fields, first);
  for (const [name, value] of others.flatMap((other) => Object.entries(other))) {
    if (fields[name] !== undefined && asComparable(fields[name]) !== asComparable(value)) {
      throw invalid('Sent twice with different values.', name);
    }
    fields[name] = value;
  }
  return fields;
}

export type Parsed = { input: unknown } | { problem: HttpError };

export function parseInput(handler: Handler, sent: Fields): Parsed {
  const fields =
    handler.idField && sent.id === undefined ? { ...sent, id: sent[handler.idField] } : sent;
  const result = (handler.input as z.ZodType).safeParse(fields, { error: plainIssue });
  if (result.success) return { input: result.data };
  const problems: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? 'general');
    problems[field] ??= fields[field] === undefined ? 'Please fill in this field.' : issue.message;
  }
  const missingId = Object.keys(problems).find((field) => /(^|_)id$/.test(field));
  // A form that sent something wrong reads all of its problems.
  if (missingId && Object.keys(problems).every((field) => fields[field] === undefined))
    return { problem: httpError('parameter_missing', `Parameter missing: ${missingId}`) };
  return { problem: invalid(problems) };
}

/** Every call counts; a valid one also counts against the limit of its kind, in one statement. */
export async function countCall(viewer: Viewer, address: string, kind: string | undefined) {
  const isMember = viewer.kind === 'member';
  const counted = isMember ? viewer.id : addressKey(address);
  const general: Use[] = isMember
    ? [
        ['memberCalls', viewer.id],
        ['sessionCalls', viewer.sessionId],
      ]
    : [['visitorCalls', counted]];
  await consume(...general, ...(kind ? [[kind, counted] as Use] : []));
}

/** As `countCall` for read-only calls, which continue if the database has no room for counters. */
export async function countRead(viewer: Viewer, address: string, kind: string | undefined) {
  try {
    await countCall(viewer, address, kind);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    log('error', 'no space left, call not counted', errorFields(error));
  }
}

/** Whether a call only reads from this site: fetching from others stays limited in any case. */
export const onlyReads = ({ call, fetches }: Handler): boolean => call.method === 'GET' && !fetches;

interface CreationOptions {
  handler: Handler;
  viewer: Viewer;
  address: string;
  input: unknown;
  key: string | undefined;
  files?: UploadedFile[];
}

/** Visitors have no id to separate their keys, so their address is used. */
function keyFor(viewer: Viewer, address: string, sent: string | undefined): string | undefined {
  const key = sent?.slice(0, 200);
  return key && viewer.kind !== 'member' ? `${addressKey(address)} ${key}` : key;
}

/**
 * Identifies a request for `withIdempotencyKey`: the member, the call, the key and a hash of the content.
 */
export function toCreation(options: CreationOptions): Creation {
  const { handler, viewer, address, input, key, files = [] } = options;
  return {
    memberId: viewer.kind === 'member' ? viewer.id : 0,
    call: `${handler.call.method} ${handler.call.path}`,
    key: keyFor(viewer, address, key),
    get inputHash() {
      // The still of a video is regenerated each time it is sent, so it is not compared.
      const main = files.filter(({ field }) => field !== handler.files?.still);
      const sent = (main.length ? main : files).map(({ field, sha256 }) => [field, sha256]);
      const content = handler.contentOf ? handler.contentOf(input as never) : input;
      const identity = JSON.stringify(sent.length ? [content, sent] : content);
      return createHash('sha256').update(identity).digest();
    },
  };
}
