import { toast } from '#ui/toast.ts';
import { readMarks, setMarks } from './messages.calls.ts';
import type { Marks } from './messages.schema.ts';

/** Null when loading failed. */
export async function loadReceiptSettings(): Promise<Marks | null> {
  try {
    return await readMarks({});
  } catch {
    toast.error('Something went wrong!');
    return null;
  }
}

export async function changeReceiptSettings(marks: Marks): Promise<boolean> {
  try {
    await setMarks(marks);
    return true;
  } catch {
    toast.error('Something went wrong!');
    return false;
  }
}
