import { unreadCount } from '#domains/messages/inbox/inbox.server.ts';
import { defineDomain } from '#server/domain.ts';
import { hour, minute } from '#server/limits.ts';
import { messagesHandlers } from './messages.api.ts';
import { pageOwnerHandlers } from './page-owner.api.ts';
import { messageAttachments } from './photos.server.ts';
import { pruneConversations } from './prune.server.ts';
import { reportableMessage, reportedMessageAttachments } from './reported-message.server.ts';
import { conversationContext, mutableConversation } from './visibility.server.ts';

export const messagesDomain = defineDomain({
  name: 'messages',
  handlers: [...messagesHandlers, ...pageOwnerHandlers],
  limits: {
    message: [[60, 10 * minute]],
    conversation: [[20, hour]],
  },
  prunes: { conversations: pruneConversations },
  reportable: { message: reportableMessage },
  contexts: { conversation: conversationContext },
  mutable: { conversation: mutableConversation },
  attachments: {
    message: messageAttachments,
    reported_message: reportedMessageAttachments,
  },
  badges: { messages: unreadCount },
});
