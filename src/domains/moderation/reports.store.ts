import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import { createReport } from './reports.calls.ts';
import type { ReportCategory, ReportedType } from './reports.rules.ts';

export interface Reported {
  type: ReportedType;
  id: number;
}

export interface ReportWords {
  category: ReportCategory;
  description: string;
}

const anything = {
  done: 'Report successful!',
  failed: 'Error reporting content, please try again',
};
const post = { done: 'Post reported successfully', failed: 'Error reporting post' };

/** Sends a report and says how it went; tells whether it went through. */
export async function sendReport(item: Reported, words: ReportWords): Promise<boolean> {
  const said = item.type === 'post' ? post : anything;
  try {
    await createReport({ ...words, id: item.id, type: toWireType(item.type) });
    toast.success(said.done);
    return true;
  } catch {
    toast.error(said.failed);
    return false;
  }
}
