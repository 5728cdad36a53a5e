import { useState } from 'react';
import { keep, readKeptJson } from '#lib/kept.ts';

/**
 * What is typed into a dialog, kept in this tab: a closed dialog, a reload or a log-in in between
 * brings it back. Only for parts that are drawn in the browser.
 * @returns the value, how to change it, and how to forget it once it was sent
 */
export function useKept<Value>(
  name: string,
  start: Value,
): [value: Value, write: (value: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => readKeptJson<Value>(name, 'tab') ?? start);
  const write = (next: Value) => {
    setValue(next);
    keep(name, JSON.stringify(next), 'tab');
  };
  const forget = () => {
    setValue(start);
    keep(name, '', 'tab');
  };
  return [value, write, forget];
}
