import { listActivitySettings } from '#domains/activities/activity.server.ts';
import { listBlocked } from '#domains/policy/blocks.server.ts';
import * as calls from '#domains/profiles/profiles.calls.ts';
import { toFormFields } from '#lib/field-list.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { privacyFields } from './privacy.fields.ts';
import { privacyForm, privacyInput, readPrivacyInput } from './privacy.schema.ts';
import { readPrivacy, savePrivacy } from './privacy.server.ts';
import { privacyView, toPrivacyChanges } from './privacy.views.server.ts';

const readForm = () => [
  ...toFormFields(privacyFields),
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
      (member, sent) => savePrivacy(member, toPrivacyChanges(sent)),
      { summary },
    ),
  ),
];
