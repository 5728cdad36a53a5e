import * as calls from '#domains/moderation/moderation.calls.ts';
import { noInput } from '#lib/fields.ts';
import { handlePublic, noContent, type Handler } from '#server/handle.ts';
import { contactForm, contactInput } from './contact.schema.ts';
import { sendContact } from './contact.server.ts';

const form = [
  { type: 'Text', name: 'name', label: 'Name', maxlength: 100, hasValidator: true },
  { type: 'Text', name: 'email', label: 'E-mail address', maxlength: 255, hasValidator: true },
  { type: 'Textarea', name: 'body', label: 'Message', maxlength: 5_000, hasValidator: true },
];

export const contactHandlers: Handler[] = [
  handlePublic(calls.readContactForm, noInput, contactForm, async () => form, {
    summary: 'The form for writing to those who run the site',
  }),
  handlePublic(calls.sendContact, contactInput, noContent, sendContact, {
    summary: 'Write to those who run the site',
  }),
];
