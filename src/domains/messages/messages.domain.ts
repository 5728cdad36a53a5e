import { defineDomain } from '#server/domain.ts';
import { unreadCount } from './inbox.server.ts';
import { messagesHandlers } from './messages.api.ts';
import { messageAttachments } from './photos.server.ts';
import { reportableMessage, reportedMessageAttachments } from './reported-message.server.ts';
import { sweepConversations } from './sweep.server.ts';
import { conversationContext, mutableConversation } from './visibility.server.ts';

export const messagesDomain = defineDomain({
  name: 'messages',
  handlers: messagesHandlers,
  sweeps: { conversations: sweepConversations },
  reportable: { message: reportableMessage },
  contexts: { conversation: conversationContext },
  mutable: { conversation: mutableConversation },
  attachments: {
    message: messageAttachments,
    reported_message: reportedMessageAttachments,
  },
  badges: { messages: unreadCount },
});
