import { RestError } from '#lib/rest.ts';
import { forgetThread } from './conversation.store.ts';
import { readConversation } from './messages.calls.ts';
import type { Conversation } from './messages.schema.ts';

/** The conversation of the message box; 'gone' when it is the member's no more. */
export async function openConversation(id: number): Promise<Conversation | 'gone' | 'failed'> {
  // What came since another time follows what was served then.
  forgetThread(id);
  try {
    return await readConversation({ id });
  } catch (error) {
    return error instanceof RestError && error.status === 404 ? 'gone' : 'failed';
  }
}
