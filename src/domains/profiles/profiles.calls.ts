import type {
  EditProfileInput,
  MemberInfo,
  MemberInfoInput,
  ProfileForm,
} from '#domains/profiles/details/details.schema.ts';
import type {
  PrivacyForm,
  PrivacyInput,
  ReadPrivacyInput,
} from '#domains/profiles/privacy/privacy.schema.ts';
import { get, post, put } from '#lib/rest.ts';
import type { AnyProfileInput, ProfileAnswer, ProfileInput } from './profiles.schema.ts';

export const readProfile = get<ProfileInput, ProfileAnswer>('/user/profile/:user_id');
export const readAnyProfile = get<AnyProfileInput, ProfileAnswer>('/user/profile');

export const readPrivacy = get<ReadPrivacyInput, PrivacyForm>('/members/settings/privacy');
export const savePrivacy = put<PrivacyInput, void>('/members/settings/privacy');
export const postPrivacy = post<PrivacyInput, void>('/members/settings/privacy');

export const readProfileForm = get<Record<never, never>, ProfileForm>('/members/edit/profile');
export const saveProfile = put<EditProfileInput, void>('/members/edit/profile');
export const postProfile = post<EditProfileInput, void>('/members/edit/profile');
export const readMemberInfo = get<MemberInfoInput, MemberInfo>('/members/profile/get-member-info');
