import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keeps this process from doing anything for so long, once what was asked for has been sent. */
export async function beBusy(milliseconds: number): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
