import { listActivitySettings } from '#domains/activities/activity.server.ts';
import { listBlocked } from '#domains/policy/blocks.server.ts';
import * as calls from '#domains/profiles/profiles.calls.ts';
import type { FormField } from '#lib/shapes.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import {
  messageLabels,
  privacyForm,
  privacyInput,
  privacyLabels,
  readPrivacyInput,
  requestLabels,
  wallLabels,
} from './privacy.schema.ts';
import { readPrivacy, savePrivacy } from './privacy.server.ts';
import { privacyView, toPrivacySettings } from './privacy.views.server.ts';

const select = (name: string, label: string, multiOptions: Record<string, string>): FormField => ({
  type: 'Select',
  name,
  label,
  multiOptions,
});
const readForm = () => [
  select('privacy', 'Who sees your profile', privacyLabels),
  select('friends_privacy', 'Who sees your list of friends', privacyLabels),
  select('birthday_privacy', 'Who sees your birthday', privacyLabels),
  select('friend_request', 'Who may send you friend requests', requestLabels),
  select('message', 'Who may start a conversation with you', messageLabels),
  select('comment', 'Who may post on your profile', wallLabels),
  { type: 'Checkbox', name: 'search', label: 'Show me in search and suggestions' },
  { type: 'Checkbox', name: 'indexed', label: 'Let search engines keep my profile' },
  {
    type: 'Multicheckbox',
    name: 'publishTypes',
    label: 'What is shared in the feed for me',
    multiOptions: Object.fromEntries(
      listActivitySettings().map(({ type, label }) => [type, label]),
    ),
  },
];
const summary = 'Change who sees what of the profile';

export const privacyHandlers: Handler[] = [
  handle(
    calls.readPrivacy,
    readPrivacyInput,
    privacyForm,
    async (member, { getBlockedUsers }, request) => {
      const [settings, blocked] = await Promise.all([
        readPrivacy(member),
        getBlockedUsers
          ? listBlocked(member, { page: 1, limit: 100 }, originFor(request))
          : undefined,
      ]);
      return {
        form: readForm(),
        formValues: privacyView(settings),
        ...(blocked ? { blockList: blocked.response } : {}),
      };
    },
    { summary: 'Who sees what of the profile' },
  ),
  ...[calls.savePrivacy, calls.postPrivacy].map((call) =>
    handle(
      call,
      privacyInput,
      noContent,
      (member, sent) => savePrivacy(member, toPrivacySettings(sent)),
      { summary },
    ),
  ),
];
