import { z } from 'zod';
import type { FieldEntry, FieldList, FieldValue } from './field-list.ts';
import { flagField, isVisible, lineField, numberField, textField } from './fields.ts';

// Apart from field-list.ts: islands draw fields, and the schemas weigh more than they do.

type InputOf<Entry> = Entry extends { input: z.ZodType<unknown, infer Input> }
  ? Input
  : Entry extends { options: infer Options; aliases?: infer Aliases }
    ? (keyof Options | (Aliases extends object ? keyof Aliases : never)) & string
    : Entry extends { type: 'number' | 'flag' }
      ? number | string | boolean
      : string;
type Schema<Entry> = z.ZodType<FieldValue<Entry>, InputOf<Entry>>;
type Inputs<List extends FieldList, IsNew> = {
  [Name in keyof List as List[Name]['wire']]: [IsNew, List[Name]] extends [
    true,
    { isRequired: true },
  ]
    ? Schema<List[Name]>
    : z.ZodOptional<Schema<List[Name]>>;
};

function toSchema(entry: FieldEntry): z.ZodType {
  if (entry.type === 'number') return numberField(entry.max);
  if (entry.type === 'flag') return flagField.transform((flag) => entry.values[flag as 0 | 1]);
  if (entry.type === 'choice') {
    const { options, aliases = {}, unknown = 'Please choose one of these.' } = entry;
    const names = [...Object.keys(options), ...Object.keys(aliases)];
    return z
      .enum(names, unknown)
      .transform((name) => (name in options ? options[name]![0] : aliases[name]));
  }
  if (entry.input) return entry.input;
  const { type, max = 0, isRequired } = entry;
  const text = type === 'text' ? textField(max) : lineField(max);
  return isRequired ? text.refine(isVisible, 'Please fill in this field.') : text;
}

/** Schemas of the fields by their names in the interface; their outputs are our values. */
export const fieldInputs = <List extends FieldList, const IsNew extends boolean>(
  list: List,
  isNew: IsNew,
): Inputs<List, IsNew> =>
  Object.fromEntries(
    Object.values(list).map((entry) => {
      const schema = toSchema(entry);
      return [entry.wire, isNew && entry.isRequired ? schema : schema.optional()];
    }),
  ) as never;
