import { get } from '#lib/rest.ts';
import type { AnyProfileInput, ProfileAnswer, ProfileInput } from './profiles.schema.ts';

export const readProfile = get<ProfileInput, ProfileAnswer>('/user/profile/:user_id');
export const readAnyProfile = get<AnyProfileInput, ProfileAnswer>('/user/profile');
