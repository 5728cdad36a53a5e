import type { AdRow } from './ad-rows.server.ts';

/** The state of an ad, as its owner reads it. */
export function adStateText({ state, isUnpaid, versionState, isLive }: AdRow): string {
  if (state === 'rejected') return 'Not approved';
  if (state === 'finished') return 'Ended';
  if (state === 'pending') {
    if (versionState === 'pending') return 'Waiting for approval';
    return isUnpaid ? 'Waiting for payment' : 'Waiting';
  }
  const text = state === 'paused' ? 'Paused' : 'Running';
  return isLive && versionState === 'pending'
    ? `${text}, your change is waiting for approval`
    : text;
}
