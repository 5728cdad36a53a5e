import type { FileLimits } from './draft.rules.ts';

export type ToolName = 'photos' | 'video' | 'tags' | 'feeling' | 'link' | 'schedule';

/** Props of the dialog of each tool. Changes are stored immediately. */
export interface ToolDialogProps {
  memberId: number;
  timeZone: string;
  limits: FileLimits;
  onClose: () => void;
}
