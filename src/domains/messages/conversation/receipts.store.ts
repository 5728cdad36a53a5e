import { readReceipts, setReceipts } from '#domains/messages/messages.calls.ts';
import {
  toReceiptFields,
  toReceiptSettings,
  type ReceiptSettings,
} from '#domains/messages/messages.model.ts';
import { toast } from '#ui/toast.ts';

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
