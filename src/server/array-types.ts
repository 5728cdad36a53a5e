import type { PostgresType } from 'postgres';

type Element = string | number;

/** `{1,NULL,"a \"word\""}` as an array; ours have one dimension. */
function parser(element: (text: string) => Element) {
  return (text: string): (Element | null)[] => {
    const found: (Element | null)[] = [];
    for (const [, quoted, plain] of text.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs)) {
      if (quoted !== undefined) found.push(element(quoted.replace(/\\(.)/gs, '$1')));
      else found.push(plain === 'NULL' ? null : element(plain!));
    }
    return found;
  };
}

/** The reverse. Text has been serialized already. */
const serialize = (value: (Element | null)[] | string): string =>
  typeof value === 'string'
    ? value
    : `{${value.map((one) => (one === null ? 'NULL' : `"${String(one).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

const toArrayType = (from: number[], element: (text: string) => Element): PostgresType => ({
  to: from[0]!,
  from,
  parse: parser(element),
  serialize,
});

/**
 * The array types in use, by their fixed OIDs. Otherwise the driver queries all of them on each new
 * connection, and a failure of that query cannot be caught if the connection breaks at that moment.
 */
export const arrayTypes = {
  // smallint, integer, bigint, real, double precision, oid
  numbers: toArrayType([1005, 1007, 1016, 1021, 1022, 1028], Number),
  // text, varchar, char, name, uuid, inet, regclass
  texts: toArrayType([1009, 1015, 1014, 1003, 2951, 1041, 2210], String),
};
