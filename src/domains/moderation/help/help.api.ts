import * as calls from '#domains/moderation/moderation.calls.ts';
import { noInput } from '#lib/fields.ts';
import { handlePublic, type Handler } from '#server/handle.ts';
import { helpText } from './help.schema.ts';
import { readHelpText } from './help.server.ts';

export const helpHandlers: Handler[] = [
  handlePublic(
    calls.readTerms,
    noInput,
    helpText,
    async () => ({ response: await readHelpText('terms') }),
    { summary: 'The rules of this community' },
  ),
  handlePublic(
    calls.readPrivacyText,
    noInput,
    helpText,
    async () => ({ response: await readHelpText('privacy') }),
    { summary: 'What this site keeps about people, and why' },
  ),
];
