import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import { listConversations } from '#domains/messages/inbox/inbox.server.ts';
import { compose, reply } from '#domains/messages/send.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';

/** Starts a conversation; returns its id. */
export async function start(
  from: Member,
  to: Member[],
  body = 'Hello',
  title = 'A title',
): Promise<number> {
  return (
    await db.transaction((tx) => compose(tx, from, { toIds: to.map(({ id }) => id), title, body }))
  ).conversationId;
}

export const sendReply = (member: Member, conversationId: number, body: string): Promise<number> =>
  db.transaction((tx) => reply(tx, member, conversationId, { body }));

/** Texts that the participant sees in the conversation, oldest first. */
export const textsOf = async (member: Member, conversationId: number): Promise<string[]> =>
  (await readConversation(member, conversationId, { limit: 50 })).messages.map(
    ({ message }) => message.body,
  );

export const inboxOf = async (
  member: Member,
  query: Parameters<typeof listConversations>[1] = {},
) => listConversations(member, query);
export const idsOf = async (member: Member, query: Parameters<typeof listConversations>[1] = {}) =>
  (await listConversations(member, query)).response.map(({ message }) => message.conversation_id);
