import type {
  PlanInput,
  Subscriptions,
} from '#domains/settings/subscriptions/subscriptions.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type {
  AccountMenu,
  DeleteInput,
  FieldList,
  GeneralInput,
  PasswordInput,
  SettingsForm,
} from './settings.schema.ts';

type Nothing = Record<never, never>;

export const readAccountMenu = get<Nothing, AccountMenu>('/get-user-account-menu');
export const readGeneral = get<Nothing, SettingsForm>('/members/settings/general');
export const saveGeneral = put<GeneralInput, void>('/members/settings/general');
export const postGeneral = post<GeneralInput, void>('/members/settings/general');
export const readPasswordForm = get<Nothing, FieldList>('/members/settings/password');
export const changePassword = post<PasswordInput, void>('/members/settings/password');
export const readDeleteForm = get<Nothing, FieldList>('/members/settings/delete');
export const deleteAccount = del<DeleteInput, void>('/members/settings/delete');

export const readSubscriptions = get<Record<never, never>, Subscriptions>(
  '/members/settings/subscriptions',
);
export const choosePlan = post<PlanInput, void>('/members/settings/subscriptions');
