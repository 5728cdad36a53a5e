import type { Call } from './calls.ts';

/** The parts of a call that a form needs. */
export type CallName = Pick<Call<never, unknown>, 'method' | 'path'>;

/** A call as data, for an island that makes it (`namedCall`). */
export const toCallName = ({ method, path }: CallName): CallName => ({ method, path });

type FieldValue = string | number | undefined;

/**
 * Encodes a call and its fields as text, for the field `call` of a form (app/form-calls.ts):
 * 'POST /comment-create?subject_id=5'. Ids and choices only: typed text has fields of its
 * own.
 */
export const formCall = <Input>(
  call: Call<Input, unknown>,
  input: { [Name in keyof Input]?: FieldValue } = {},
): string => anyFormCall(call, input as Record<string, FieldValue>);

/** Like `formCall`, for a call whose input type is unknown. */
export function anyFormCall({ method, path }: CallName, input: Record<string, FieldValue>): string {
  const fields = { ...input };
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]));
    delete fields[name];
    return value;
  });
  const query = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${method} ${address}${query && `?${query}`}`;
}

/**
 * Attributes of a button that makes a call without script: it submits the form `press`, which every
 * member screen has (layouts/PressForm.astro).
 */
export const pressCall = (call: string) =>
  ({ type: 'submit', form: 'press', name: 'call', value: call }) as const;

/** Attributes of a button that opens another screen without script. */
export const pressTo = (path: string) =>
  ({ type: 'submit', form: 'press', name: 'go', value: path }) as const;
