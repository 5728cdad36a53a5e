import { get, post } from '#lib/rest.ts';
import type { ContactForm, ContactInput } from './contact.schema.ts';

export const readContactForm = get<Record<never, never>, ContactForm>('/help/contact');
export const sendContact = post<ContactInput, void>('/help/contact');
