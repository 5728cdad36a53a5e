import { get, post, put } from '#lib/rest.ts';
import type {
  EditProfileInput,
  MemberInfo,
  MemberInfoInput,
  ProfileForm,
} from './details.schema.ts';

export const readProfileForm = get<Record<never, never>, ProfileForm>('/members/edit/profile');
export const saveProfile = put<EditProfileInput, void>('/members/edit/profile');
export const postProfile = post<EditProfileInput, void>('/members/edit/profile');
export const readMemberInfo = get<MemberInfoInput, MemberInfo>('/members/profile/get-member-info');
