import { toast } from '#ui/toast.ts';
import { setGone } from './conversation.store.ts';
import { acceptConversation, deleteConversations, leaveConversation } from './messages.calls.ts';

/** How long the toast may be read before the screen goes. */
const pause = 1_500;

/**
 * @param upTo the newest message on the screen: what comes meanwhile is not deleted unseen
 * @param leave where to go once it is gone
 */
export async function deleteConversation(
  id: number,
  upTo: number,
  leave: () => void,
): Promise<boolean> {
  const dismiss = toast.info('Deleting conversation...');
  setGone(id, true);
  try {
    await deleteConversations({ conversation_ids: String(id), up_to: upTo });
  } catch {
    setGone(id, false);
    toast.error('Error deleting conversation');
    return false;
  } finally {
    dismiss();
  }
  toast.success('Conversation deleted successfully');
  setTimeout(leave, pause);
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
