import {
  forgetThread,
  readConversation,
} from '#domains/messages/conversation/conversation.store.ts';
import type { ConversationModel } from '#domains/messages/messages.model.ts';
import { RestError } from '#lib/rest.ts';

/** Loads the conversation of the message box; 'deleted' when the member no longer has it. */
export async function openConversation(
  id: number,
): Promise<ConversationModel | 'deleted' | 'failed'> {
  // Changes since an earlier load would be appended to this one.
  forgetThread(id);
  try {
    return await readConversation({ id });
  } catch (error) {
    return error instanceof RestError && error.status === 404 ? 'deleted' : 'failed';
  }
}
