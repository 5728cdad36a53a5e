import { z } from 'zod';
import { flagField, isVisible, lineField, numberField, textField } from './fields.ts';
import type { Flag, FormField } from './shapes.ts';

/**
 * Describes each field of a form once: its input, the form of native clients, that of screens and its
 * column are made from the entry. Fields that fit no entry are written by hand.
 */

interface Shared {
  /** In the REST interface. */
  wire: string;
  label: string;
  hint?: string;
  isRequired?: true;
  /** Drawn only for the owner of an existing item. */
  isOwnerOnly?: true;
  /** Drawn only in the form of an existing item. */
  isEditOnly?: true;
  /** In the row of its container; absent: in the table of its kind. */
  isOfContainer?: true;
}

export type FieldEntry = Shared &
  (
    | { type: 'line' | 'text'; max: number; rows?: number; input?: z.ZodType<string, string> }
    | {
        type: 'number';
        max: number;
        default: number;
        unit?: string;
        /** Values that screens offer, by value. */
        steps?: Record<string, string>;
      }
    | { type: 'flag'; values: readonly [off: unknown, on: unknown]; default: 0 | 1 }
    | {
        type: 'choice';
        /** By name in the interface. */
        options: Record<string, readonly [value: unknown, label: string]>;
        default: string;
        /** Further names in the interface that are accepted and not offered. */
        aliases?: Record<string, unknown>;
        unknown?: string;
      }
  );

export type FieldList = Record<string, FieldEntry>;

export const fieldList = <const List extends FieldList>(list: List): List => list;

export type FieldValue<Entry> = Entry extends { type: 'number' }
  ? number
  : Entry extends { values: readonly [infer Off, infer On] }
    ? Off | On
    : Entry extends { options: Record<string, readonly [infer Value, string]> }
      ? Value
      : string;

/** The values of a list by our names; absent ones stay as they are. */
export type FieldValues<List extends FieldList> = {
  [Name in keyof List]?: FieldValue<List[Name]> | undefined;
};

/** The values that the table of a kind has. */
export type DetailRow<List extends FieldList> = {
  [Name in keyof List as List[Name] extends { isOfContainer: true } ? never : Name]: FieldValue<
    List[Name]
  >;
};

type InputOf<Entry extends FieldEntry> = Entry['type'] extends 'line' | 'text'
  ? string
  : Entry extends { options: infer Options; aliases?: infer Aliases }
    ? (keyof Options | (Aliases extends object ? keyof Aliases : never)) & string
    : number | string | boolean;
type Schema<Entry extends FieldEntry> = z.ZodType<FieldValue<Entry>, InputOf<Entry>>;
type Inputs<List extends FieldList, IsNew extends boolean> = {
  [Name in keyof List as List[Name]['wire']]: [IsNew, List[Name]] extends [
    true,
    { isRequired: true },
  ]
    ? Schema<List[Name]>
    : z.ZodOptional<Schema<List[Name]>>;
};

function toSchema(entry: FieldEntry): z.ZodType {
  switch (entry.type) {
    case 'number':
      return numberField(entry.max);
    case 'flag':
      return flagField.transform((flag) => entry.values[flag as 0 | 1]);
    case 'choice': {
      const { options, aliases = {}, unknown = 'This choice is not known.' } = entry;
      const names = [...Object.keys(options), ...Object.keys(aliases)];
      return z
        .enum(names, unknown)
        .transform((name) => (name in options ? options[name]![0] : aliases[name]));
    }
    default: {
      const text = entry.type === 'line' ? lineField(entry.max) : textField(entry.max);
      const field = entry.input ?? text;
      return entry.isRequired ? field.refine(isVisible, 'Please fill in this field.') : field;
    }
  }
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

/** Our names for the fields of a parsed input. */
export const toFieldValues = <List extends FieldList>(
  list: List,
  input: Record<string, unknown>,
): FieldValues<List> =>
  Object.fromEntries(
    Object.entries(list).map(([name, { wire }]) => [name, input[wire]]),
  ) as FieldValues<List>;

type WireValue<Entry extends FieldEntry> = Entry extends { options: infer Options }
  ? keyof Options & string
  : { flag: Flag; number: number; line: string; text: string; choice: string }[Entry['type']];

/** The value that the interface has for one of ours; the default for null, without a row. */
function toWireValue(entry: FieldEntry, value: unknown): string | number {
  if (value === null && 'default' in entry) return entry.default;
  if (entry.type === 'flag') return value === entry.values[0] ? 0 : 1;
  if (entry.type !== 'choice') return value as string | number;
  return Object.keys(entry.options).find((name) => entry.options[name]![0] === value)!;
}

/** The fields of a row by their names and values in the interface. */
export const toWireValues = <List extends FieldList>(
  list: List,
  row: Record<keyof List, unknown>,
): { [Name in keyof List as List[Name]['wire']]: WireValue<List[Name]> } =>
  Object.fromEntries(
    Object.entries(list).map(([name, entry]) => [entry.wire, toWireValue(entry, row[name])]),
  ) as never;

const optionLabels = (options: Record<string, readonly [unknown, string]>) =>
  Object.fromEntries(Object.entries(options).map(([name, [, label]]) => [name, label]));

function toFormField(entry: FieldEntry): FormField {
  const { wire: name, label } = entry;
  switch (entry.type) {
    case 'flag':
      return { type: 'Checkbox', name, label, value: entry.default };
    case 'number': {
      const unit = entry.unit ? `, in ${entry.unit}` : '';
      return {
        type: 'Text',
        name,
        label: `${label}${unit} (0 to ${entry.max})`,
        value: entry.default,
      };
    }
    case 'choice': {
      const multiOptions = optionLabels(entry.options);
      return { type: 'Select', name, label, multiOptions, value: entry.default };
    }
    default:
      return {
        type: entry.type === 'line' ? 'Text' : 'Textarea',
        name,
        label,
        ...(entry.isRequired ? { hasValidator: true } : {}),
        maxlength: entry.max,
      };
  }
}

/** Makes the form that native clients draw; with `isNew`, it has the values of a new item. */
export const toFormFields = (list: FieldList, isNew?: boolean): FormField[] =>
  Object.values(list)
    .filter((entry) => !(isNew && entry.isEditOnly))
    .map((entry) => {
      const { value, ...field } = toFormField(entry);
      return isNew === undefined || value === undefined ? field : { ...field, value };
    });

/** A field as screens draw it: a select with `options`, else a text. */
export interface DrawnField {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  multiline?: boolean;
  rows?: number;
  options?: Record<string, string>;
  value: string;
}

const yesNo = { '1': 'Yes', '0': 'No' };

/** Keeps a value that another client chose and the steps do not have. */
const withStored = (steps: Record<string, string>, stored: string, unit = '') =>
  stored in steps ? steps : { ...steps, [stored]: `${stored} ${unit}`.trim() };

function drawnParts(entry: FieldEntry, value: string): Partial<DrawnField> {
  switch (entry.type) {
    case 'flag':
      return { options: yesNo };
    case 'choice':
      return { options: optionLabels(entry.options) };
    case 'number':
      return entry.steps ? { options: withStored(entry.steps, value, entry.unit) } : {};
    default: {
      const { type, max, rows } = entry;
      return { maxLength: max, ...(type === 'text' ? { multiline: true, rows: rows ?? 4 } : {}) };
    }
  }
}

interface DrawOptions {
  isNew: boolean;
  isOwner?: boolean;
  /** Values by their names in the interface: those typed before a refusal, else those stored. */
  values: Record<string, string | number>;
}

/** The fields that a screen draws, with their values. */
export const toDrawnFields = (
  list: FieldList,
  { isNew, isOwner = true, values }: DrawOptions,
): DrawnField[] =>
  Object.values(list)
    .filter((entry) => !(isNew && entry.isEditOnly) && (isOwner || !entry.isOwnerOnly))
    .map((entry) => {
      const { wire: name, label, hint, isRequired } = entry;
      const value = String(values[name] ?? ('default' in entry ? entry.default : ''));
      return {
        name,
        label,
        ...(hint ? { hint } : {}),
        ...(isRequired ? { required: true } : {}),
        ...drawnParts(entry, value),
        value,
      };
    });
