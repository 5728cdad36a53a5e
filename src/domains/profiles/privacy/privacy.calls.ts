import { get, post, put } from '#lib/rest.ts';
import type { PrivacyForm, PrivacyInput, ReadPrivacyInput } from './privacy.schema.ts';

export const readPrivacy = get<ReadPrivacyInput, PrivacyForm>('/members/settings/privacy');
export const savePrivacy = put<PrivacyInput, void>('/members/settings/privacy');
export const postPrivacy = post<PrivacyInput, void>('/members/settings/privacy');
