import { readExport } from './archive.calls.ts';
import { followProgress } from './follow-progress.ts';

export function followExport(): void {
  followProgress(document.querySelector('progress[data-export]'), readExport);
}
