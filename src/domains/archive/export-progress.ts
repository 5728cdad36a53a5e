import { readExport } from './archive.calls.ts';
import { followProgress } from './follow-progress.ts';

followProgress(document.querySelector('progress[data-export]'), readExport);
