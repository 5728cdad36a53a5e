import { get, post } from '#lib/rest.ts';
import type { Invited, InviteForm, InviteInput } from './invites.schema.ts';

export const readInviteForm = get<Record<never, never>, InviteForm>('/invite');
/** Hides the invitation banner of the header. */
export const dismissInviteBanner = post<Record<never, never>, void>('/invite/dismiss-banner');
export const inviteByMail = post<InviteInput, Invited>('/invite');
