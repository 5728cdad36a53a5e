import { get, post, put } from '#lib/rest.ts';
import type { CopiesForm, CopiesInput, InAppForm, InAppInput } from './preferences.schema.ts';

type Nothing = Record<never, never>;

export const readInApp = get<Nothing, InAppForm>('/members/settings/notifications');
export const saveInApp = put<InAppInput, void>('/members/settings/notifications');
export const postInApp = post<InAppInput, void>('/members/settings/notifications');
export const readCopies = get<Nothing, CopiesForm>('/members/settings/advancednotifications');
export const saveCopies = put<CopiesInput, void>('/members/settings/advancednotifications');
export const postCopies = post<CopiesInput, void>('/members/settings/advancednotifications');
