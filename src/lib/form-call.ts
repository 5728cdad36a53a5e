import type { Call } from './calls.ts';

/** All that a form needs to know of a call. */
export type CallName = Pick<Call<never, unknown>, 'method' | 'path'>;

type FieldValue = string | number | undefined;

/**
 * Writes a call with its fields as text, for the field `call` of a form (app/form-calls.ts):
 * 'POST /advancedactivity/like?action_id=5'. Ids and choices only: what somebody types travels in
 * fields of its own.
 */
export const formCall = <Input>(
  call: Call<Input, unknown>,
  input: { [Name in keyof Input]?: FieldValue } = {},
): string => anyFormCall(call, input as Record<string, FieldValue>);

/** As `formCall`, for a call whose input is not known by type. */
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
 * Attributes of a button that makes a call where no script runs: it submits the form `press`, which
 * every screen of a member has (layouts/PressForm.astro).
 */
export const pressCall = (call: string) =>
  ({ type: 'submit', form: 'press', name: 'call', value: call }) as const;

/** Attributes of a button that leads to another screen where no script runs. */
export const pressTo = (path: string) =>
  ({ type: 'submit', form: 'press', name: 'go', value: path }) as const;
