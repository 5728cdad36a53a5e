import { toast } from '#ui/toast.ts';
import { readReceipts, setReceipts } from './messages.calls.ts';
import { toReceiptFields, toReceiptSettings, type ReceiptSettings } from './messages.model.ts';

/** Null when loading failed. */
export async function loadReceiptSettings(): Promise<ReceiptSettings | null> {
  try {
    return toReceiptSettings(await readReceipts({}));
  } catch {
    toast.error('Something went wrong!');
    return null;
  }
}

export async function changeReceiptSettings(settings: ReceiptSettings): Promise<boolean> {
  try {
    await setReceipts(toReceiptFields(settings));
    return true;
  } catch {
    toast.error('Something went wrong!');
    return false;
  }
}
