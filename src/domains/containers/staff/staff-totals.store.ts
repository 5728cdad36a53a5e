import { atom } from 'nanostores';

/** Requests decided on since the frame of the staff's screens was served, and approved ones. */
export const $decisions = atom({ all: 0, approved: 0 });

export function recordDecision(decision: 'approve' | 'reject', count: number): void {
  const { all, approved } = $decisions.get();
  $decisions.set({
    all: all + count,
    approved: approved + (decision === 'approve' ? count : 0),
  });
}
