import * as calls from '#domains/profiles/profiles.calls.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { noInput } from '#lib/fields.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { editProfileInput, memberInfo, memberInfoInput, profileForm } from './details.schema.ts';
import { readDetails, readOwnProfile, saveProfile } from './details.server.ts';
import { memberInfoView, profileFormView } from './details.views.server.ts';

const summary = 'Change the profile details of the caller';

export const detailsHandlers: Handler[] = [
  handle(
    calls.readProfileForm,
    noInput,
    profileForm,
    async (member) => profileFormView(await readOwnProfile(member)),
    { summary: 'The profile details of the caller' },
  ),
  handle(calls.saveProfile, editProfileInput, noContent, saveProfile, { summary }),
  handle(calls.postProfile, editProfileInput, noContent, saveProfile, { summary }),
  handle(
    calls.readMemberInfo,
    memberInfoInput,
    memberInfo,
    async (member, { user_id: id = member.id }) => {
      const [{ displayname }, details] = await Promise.all([
        readProfile(member, id),
        readDetails(member, id),
      ]);
      return memberInfoView(details, displayname);
    },
    { summary: 'The profile details of a member, as the caller may see them' },
  ),
];
