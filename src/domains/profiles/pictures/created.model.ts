/** The call of a form, with what it sends. */
export interface FormCall {
  /** Below /api/rest. */
  path: string;
  fields: Record<string, unknown>;
  /** Makes sending it twice one creation. */
  key: string | undefined;
}

export function toFormCall(form: HTMLFormElement): FormCall {
  const sent = Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>);
  const { call = '', idempotency_key: key, ...fields } = sent;
  return { path: call.replace('POST ', ''), fields, key };
}

/** The answer to a call that creates a page or group. */
export interface CreatedAnswer {
  response: { content_url: string };
}

/** The path of its screen; addresses have an origin only for other programs. */
export const toCreatedPath = ({ response: { content_url: address } }: CreatedAnswer): string =>
  URL.parse(address)?.pathname ?? address;
