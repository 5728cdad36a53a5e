import { useState } from 'react';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';

/**
 * What is typed into a dialog, kept in this tab: a closed dialog, a reload or a log-in in between
 * brings it back. Only for parts that are drawn in the browser.
 * @returns the value, how to change it, and how to forget it once it was sent
 */
export function useKept<Value>(
  name: string,
  start: Value,
): [value: Value, write: (value: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => getStoredJson<Value>(name, 'tab') ?? start);
  const write = (next: Value) => {
    setValue(next);
    setStored(name, JSON.stringify(next), 'tab');
  };
  const forget = () => {
    setValue(start);
    setStored(name, '', 'tab');
  };
  return [value, write, forget];
}
