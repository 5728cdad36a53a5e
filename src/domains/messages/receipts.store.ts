import { toast } from '#ui/toast.ts';
import { readMarks, setMarks } from './messages.calls.ts';
import { toMarks, toReceiptSettings, type ReceiptSettings } from './messages.model.ts';

/** Null when loading failed. */
export async function loadReceiptSettings(): Promise<ReceiptSettings | null> {
  try {
    return toReceiptSettings(await readMarks({}));
  } catch {
    toast.error('Something went wrong!');
    return null;
  }
}

export async function changeReceiptSettings(settings: ReceiptSettings): Promise<boolean> {
  try {
    await setMarks(toMarks(settings));
    return true;
  } catch {
    toast.error('Something went wrong!');
    return false;
  }
}
