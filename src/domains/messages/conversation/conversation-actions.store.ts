import {
  acceptConversation,
  deleteConversations,
  leaveConversation,
} from '#domains/messages/messages.calls.ts';
import { toDeletionFields } from '#domains/messages/messages.model.ts';
import { toast } from '#ui/toast.ts';
import { setDeleted } from './conversation.store.ts';

/** How long the toast stays before the screen changes, in milliseconds. */
const toastTime = 1_500;

/**
 * @param upTo newest message on the screen: messages that arrive meanwhile are not deleted unseen
 * @param leave navigates away afterwards
 */
export async function deleteConversation(
  id: number,
  upTo: number,
  leave: () => void,
): Promise<boolean> {
  const dismiss = toast.info('Deleting conversation...');
  setDeleted(id, true);
  try {
    await deleteConversations(toDeletionFields(id, upTo));
  } catch {
    setDeleted(id, false);
    toast.error('Error deleting conversation');
    return false;
  } finally {
    dismiss();
  }
  toast.success('Conversation deleted successfully');
  setTimeout(leave, toastTime);
  return true;
}

export async function acceptRequest(id: number): Promise<boolean> {
  try {
    await acceptConversation({ id });
    return true;
  } catch {
    toast.error('Something went wrong!');
    return false;
  }
}

export async function leave(id: number): Promise<boolean> {
  try {
    await leaveConversation({ id });
    return true;
  } catch {
    toast.error('Something went wrong!');
    return false;
  }
}
