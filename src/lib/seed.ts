/**
 * Much data for one island. The server draws with it; the browser finds it in the page, in a JSON
 * script of that id (ui/JsonScript.astro, before the island). As a plain prop it would be wrapped
 * value by value, escaped and hashed.
 */
export interface Seed<Data> {
  id: string;
  readonly data?: Data;
}

/** Not enumerable, the data stays out of the props that are written into the page. */
export const seed = <Data>(id: string, data: Data): Seed<Data> =>
  Object.defineProperty({ id }, 'data', { value: data });

export function fromSeed<Data>({ id, data }: Seed<Data>): Data {
  return data ?? (JSON.parse(document.getElementById(id)!.textContent) as Data);
}
