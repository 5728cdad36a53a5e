import { readUnticked, untickedField } from '#lib/unticked.ts';

/** The call of a form, with what it sends. */
export interface FormCall {
  /** Below /api/rest. */
  path: string;
  fields: Record<string, unknown>;
  /** Makes sending it twice one creation. */
  key: string | undefined;
}

export function toFormCall(form: HTMLFormElement): FormCall {
  const entries = new FormData(form);
  const unticked = entries.getAll(untickedField);
  entries.delete(untickedField);
  const sent = Object.fromEntries(entries as unknown as Iterable<[string, string]>);
  const { call = '', idempotency_key: key, ...fields } = sent;
  for (const [name, value] of readUnticked(unticked, (one) => one in fields)) fields[name] = value;
  return { path: call.replace('POST ', ''), fields, key };
}

/** The answer to a call that creates a page or group. */
export interface CreatedAnswer {
  response: { content_url: string };
}

/** The path of its screen; addresses have an origin only for other programs. */
export const toCreatedPath = ({ response: { content_url: address } }: CreatedAnswer): string =>
  URL.parse(address)?.pathname ?? address;
