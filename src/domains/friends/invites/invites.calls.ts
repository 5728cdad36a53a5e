import { get, post } from '#lib/rest.ts';
import type { Invited, InviteForm, InviteInput } from './invites.schema.ts';

// A file of its own, because every screen loads these calls when the banner is hidden, and a file
// that is loaded on demand comes whole.

export const readInviteForm = get<Record<never, never>, InviteForm>('/invite');
/** Hides the invitation banner of the header. */
export const dismissInviteBanner = post<Record<never, never>, void>('/invite/dismiss-banner');
export const inviteByMail = post<InviteInput, Invited>('/invite');
