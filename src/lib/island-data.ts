/**
 * Large data for one island. The server renders with it; the browser reads it from a JSON script
 * with that id (ui/JsonScript.astro, before the island). As a plain prop, Astro would wrap each
 * value, escape and hash it.
 */
export interface IslandData<Data> {
  id: string;
  readonly data?: Data;
}

/** Not enumerable, so the data stays out of the props that are serialized into the page. */
export const islandData = <Data>(id: string, data: Data): IslandData<Data> =>
  Object.defineProperty({ id }, 'data', { value: data });

export function readIslandData<Data>({ id, data }: IslandData<Data>): Data {
  return data ?? (JSON.parse(document.getElementById(id)!.textContent) as Data);
}
