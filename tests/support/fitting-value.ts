/** The parts of a JSON schema from which a value can be made. */
export interface FieldSchema {
  type?: string | string[];
  anyOf?: FieldSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, FieldSchema>;
}

/** A valid value for the field of a call; `ids` by the end of its name, in order. */
export function fittingValue(
  name: string,
  { type, anyOf, enum: choices, const: only, pattern }: FieldSchema,
  ids: ReadonlyArray<readonly [name: RegExp, id: number]>,
): unknown {
  const id = ids.find(([one]) => one.test(name));
  if (id) return String(id[1]);
  if (name === 'email') return 'nobody@hearth.example';
  if (/time|date/.test(name)) return '2026-01-02 03:04:05';
  if (only !== undefined) return only;
  if (choices) return choices.find((choice) => choice !== '');
  if (anyOf) return fittingValue(name, anyOf[0]!, ids);
  if (pattern?.startsWith('^\\d')) return '1';
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'object') return {};
  return type === 'array' ? [] : 'Hello';
}
