import type { z } from 'zod';
import type { Flag, FormField } from './shapes.ts';

/**
 * Describes each field of a form once: its input (field-inputs.ts), the form of native clients, that
 * of screens and its column are made from the entry. Fields that fit no entry are written by hand.
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
    | {
        type: 'line' | 'text' | 'date';
        max: number;
        rows?: number;
        input?: z.ZodType<string, string>;
      }
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
        max?: number;
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
  : Entry extends { type: 'flag' }
    ? Flag
    : FieldValue<Entry>;

/** The value that the interface has for one of ours; the default for null, without a row. */
export function toWireValue(entry: FieldEntry, value: unknown): string | number {
  if (value === null && 'default' in entry) return entry.default;
  if (entry.type === 'flag') return value === entry.values[0] ? 0 : 1;
  if (entry.type !== 'choice') return value as string | number;
  return Object.keys(entry.options).find((name) => entry.options[name]![0] === value)!;
}

/** The default by our words, which the column has as well. */
export function defaultOf(entry: FieldEntry): unknown {
  if (entry.type === 'flag') return entry.values[entry.default];
  if (entry.type === 'choice') return entry.options[entry.default]![0];
  return entry.type === 'number' ? entry.default : '';
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

const textTypes = { line: 'Text', text: 'Textarea', date: 'Date' };

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
      const { max: maxlength } = entry;
      const select = { type: 'Select', name, label, multiOptions, value: entry.default };
      return maxlength ? { ...select, maxlength } : select;
    }
    default:
      return {
        type: textTypes[entry.type],
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
