import { get, post } from '#lib/rest.ts';
import type { InviteForm, InviteInput, Invited } from './invites.schema.ts';

export const readInviteForm = get<Record<never, never>, InviteForm>('/invite');
export const inviteByMail = post<InviteInput, Invited>('/invite');
