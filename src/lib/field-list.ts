import type { z } from 'zod';
import type { Flag, FormField } from './shapes.ts';

/**
 * Describes each field of a form once: its input (field-inputs.ts), the form of native clients, that
 * of screens and its column are made from the entry. Fields that fit no entry are written by hand.
 */

/** By name in the interface. */
type Options = Record<string, readonly [value: unknown, label: string]>;

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
  /** Characters of a text, or the highest number. */
  max?: number;
  default?: string | number;
}

export type FieldEntry = Shared &
  (
    | { type: 'line' | 'text' | 'date'; max: number; rows?: number; input?: z.ZodType }
    | { type: 'time' | 'timestamp'; input: z.ZodType }
    /** With values that screens offer. */
    | {
        type: 'number';
        max: number;
        default: number;
        unit?: string;
        steps?: Record<string, string>;
      }
    | {
        type: 'flag';
        values: readonly [off: unknown, on: unknown];
        labels?: readonly [off: string, on: string];
        default: 0 | 1;
      }
    | {
        type: 'choice';
        options: Options;
        default: string;
        /** Further names in the interface that are accepted and not offered. */
        aliases?: Record<string, unknown>;
        unknown?: string;
      }
  );

export type FieldList = Record<string, FieldEntry>;

export const fieldList = <const List extends FieldList>(list: List): List => list;

export type FieldValue<Entry> = Entry extends { input: z.ZodType<infer Value> }
  ? Value
  : Entry extends { values: readonly (infer Value)[] }
    ? Value
    : Entry extends { options: Record<string, readonly [infer Value, string]> }
      ? Value
      : Entry extends { type: 'number' }
        ? number
        : string;

/** The values of a list by our names; absent ones stay as they are. */
export type FieldValues<List> = { [Name in keyof List]?: FieldValue<List[Name]> | undefined };

/** The values that the table of a kind has. */
export type DetailRow<List> = {
  [Name in keyof List as List[Name] extends { isOfContainer: true } ? never : Name]: FieldValue<
    List[Name]
  >;
};

/** Our names for the fields that were sent, of a parsed input. */
export const toFieldValues = <List extends FieldList>(
  list: List,
  input: Record<string, unknown>,
): FieldValues<List> =>
  Object.fromEntries(
    Object.entries(list).flatMap(([name, { wire }]) =>
      input[wire] === undefined ? [] : [[name, input[wire]]],
    ),
  ) as never;

const toOptions = (entry: FieldEntry): Options | undefined => {
  if (entry.type !== 'flag') return entry.type === 'choice' ? entry.options : undefined;
  const { values, labels = ['No', 'Yes'] } = entry;
  return { 0: [values[0], labels[0]], 1: [values[1], labels[1]] };
};

const toLabels = (options?: Options) =>
  options && Object.fromEntries(Object.entries(options).map(([name, [, label]]) => [name, label]));

/** The value that the interface has for one of ours; the default for null, without a row. */
export function toWireValue(entry: FieldEntry, value: unknown): unknown {
  if (value === null && entry.default !== undefined) return entry.default;
  if (entry.type === 'flag') return value === entry.values[0] ? 0 : 1;
  const { options } = { options: undefined, ...entry };
  return options ? Object.keys(options).find((name) => options[name]![0] === value) : value;
}

/** The default by our words, which the column has as well. */
export const defaultOf = (entry: FieldEntry): unknown =>
  entry.default === undefined ? '' : (toOptions(entry)?.[entry.default]![0] ?? entry.default);

type WireValue<Entry> = Entry extends { options: infer Options }
  ? keyof Options & string
  : Entry extends { type: 'flag' }
    ? Flag
    : FieldValue<Entry>;

/** The fields of a row by their names and values in the interface. */
export const toWireValues = <List extends FieldList>(
  list: List,
  row: Record<keyof List, unknown>,
): { [Name in keyof List as List[Name]['wire']]: WireValue<List[Name]> } =>
  Object.fromEntries(
    Object.entries(list).map(([name, entry]) => [entry.wire, toWireValue(entry, row[name])]),
  ) as never;

/** Types of the form that native clients draw, if not a line of text. */
const formTypes: Partial<Record<FieldEntry['type'], string>> = {
  text: 'Textarea',
  date: 'Date',
  timestamp: 'Date',
  flag: 'Checkbox',
  choice: 'Select',
};

/** The labels of a list, by the names in the interface. */
export const toFieldLabels = (list: FieldList): Record<string, string> =>
  Object.fromEntries(Object.values(list).map(({ wire, label }) => [wire, label]));

const withUnit = ({ label, unit, max }: FieldEntry & { type: 'number' }) =>
  `${label}${unit ? `, in ${unit}` : ''} (0 to ${max})`;

/** Makes the form that native clients draw; with `isNew`, it has the values of a new item. */
export const toFormFields = (list: FieldList, isNew?: boolean): FormField[] =>
  Object.values(list)
    .filter((entry) => !(isNew && entry.isEditOnly))
    .map((entry) => ({
      type: formTypes[entry.type] ?? 'Text',
      name: entry.wire,
      label: entry.type === 'number' ? withUnit(entry) : entry.label,
      hasValidator: entry.isRequired,
      multiOptions: entry.type === 'choice' ? toLabels(entry.options) : undefined,
      maxlength: entry.type === 'number' ? undefined : entry.max,
      value: isNew === undefined ? undefined : entry.default,
    }));

/** Choices of a screen; with a value that another client chose and the steps do not have. */
function drawnOptions(entry: FieldEntry, value: string) {
  if (entry.type !== 'number') return toLabels(toOptions(entry));
  const { steps, unit = '' } = entry;
  return steps && { [value]: `${value} ${unit}`.trim(), ...steps };
}

/** A stored value in the words of the form. */
export function toValueLabel(entry: FieldEntry, value: unknown): string {
  if (entry.type === 'number')
    return entry.steps?.[String(value)] ?? `${String(value)} ${entry.unit ?? ''}`.trim();
  const chosen = Object.values(toOptions(entry) ?? {}).find(([one]) => one === value);
  return chosen?.[1] ?? String(value);
}

interface DrawOptions {
  isNew?: boolean;
  isOwner?: boolean;
  /** Values by their names in the interface: those typed before a refusal, else those stored. */
  values: Record<string, unknown>;
}

/** The fields that a screen draws, as properties of a select with `options`, else of a text. */
export const toDrawnFields = (
  list: FieldList,
  { isNew = false, isOwner = true, values }: DrawOptions,
) =>
  Object.values(list)
    .filter((entry) => !(isNew && entry.isEditOnly) && (isOwner || !entry.isOwnerOnly))
    .map((entry) => {
      const { wire: name, label, hint, isRequired: required, max } = entry;
      const defaultValue = String(values[name] ?? entry.default ?? '');
      const options = drawnOptions(entry, defaultValue);
      const maxLength = options || entry.type === 'number' ? undefined : max;
      const lines = entry.type === 'text' ? { multiline: true, rows: entry.rows ?? 4 } : {};
      return { name, label, hint, required, maxLength, ...lines, options, defaultValue };
    });

export type DrawnField = ReturnType<typeof toDrawnFields>[number];
