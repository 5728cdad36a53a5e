import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import { createReport } from './moderation.calls.ts';
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

/** Sends a report and shows the result in a toast; resolves to whether it succeeded. */
export async function sendReport(item: Reported, words: ReportWords): Promise<boolean> {
  const texts = item.type === 'post' ? post : anything;
  try {
    await createReport({ ...words, id: item.id, type: toWireType(item.type) });
    toast.success(texts.done);
    return true;
  } catch {
    toast.error(texts.failed);
    return false;
  }
}
