import { get, post } from '#lib/rest.ts';
import type {
  MessageOwnerInput,
  PageMailForm,
  PageMailFormInput,
  PageMailInput,
} from './page-mail.schema.ts';

// A file of its own, because few screens make these calls, and a file that is loaded on demand comes
// whole.

export const readPageMailForm = get<PageMailFormInput, PageMailForm>('/sitepage/tellafriend/:id');
export const mailPage = post<PageMailInput, void>('/sitepage/tellafriend/:id');
/** Starts a conversation with the owner; handled by the domain of messages. */
export const messagePageOwner = post<MessageOwnerInput, void>('/sitepage/messageowner/:id');
