import type { FileLimits } from './draft.rules.ts';

export type ToolName = 'photos' | 'video' | 'tags' | 'feeling' | 'link' | 'schedule';

/** What the dialog of each tool is given. What it changes is kept at once. */
export interface ToolDialogProps {
  memberId: number;
  timeZone: string;
  limits: FileLimits;
  onClose: () => void;
}
