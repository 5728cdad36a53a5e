import { useState } from 'react';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';

/**
 * State of a dialog, stored in this tab: it survives closing, a reload or a log-in in between. Only
 * for parts rendered in the browser.
 * @returns the value, a setter, and a function that clears it after sending
 */
export function useStoredState<Value>(
  name: string,
  start: Value,
): [value: Value, write: (value: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => getStoredJson<Value>(name, 'tab') ?? start);
  const write = (next: Value) => {
    setValue(next);
    setStored(name, JSON.stringify(next), 'tab');
  };
  const clear = () => {
    setValue(start);
    setStored(name, '', 'tab');
  };
  return [value, write, clear];
}
