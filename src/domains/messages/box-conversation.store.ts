import { RestError } from '#lib/rest.ts';
import { readConversation } from './messages.calls.ts';
import type { Conversation } from './messages.schema.ts';

/** The conversation of the message box; 'gone' when it is the member's no more. */
export async function openConversation(id: number): Promise<Conversation | 'gone' | 'failed'> {
  try {
    return await readConversation({ id });
  } catch (error) {
    return error instanceof RestError && error.status === 404 ? 'gone' : 'failed';
  }
}
