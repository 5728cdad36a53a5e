import { originFor } from '#server/base-url.ts';
import { handle, type Handler } from '#server/handle.ts';
import { checkMentions, suggestMentions } from './mentionable.server.ts';
import * as calls from './mentions.calls.ts';
import * as shapes from './mentions.schema.ts';

export const mentionsHandlers: Handler[] = [
  handle(
    calls.suggestMentions,
    shapes.suggestMentionsInput,
    shapes.mentionSuggestions,
    (member, query, request) => suggestMentions(member, query, originFor(request)),
    { limit: 'mentionLookup', summary: 'Members whom a text may mention, by name' },
  ),
  handle(
    calls.checkMentions,
    shapes.checkMentionsInput,
    shapes.mentionsChecked,
    (member, query) => checkMentions(member, query),
    { limit: 'mentionLookup', summary: 'Usernames in a text that notify nobody' },
  ),
];
