import type { ContactForm, ContactInput } from '#domains/moderation/contact/contact.schema.ts';
import type { HelpText } from '#domains/moderation/help/help.schema.ts';
import type {
  DecisionInput,
  Queue,
  QueueInput,
  ReportedItem,
  ReportedItemInput,
} from '#domains/moderation/queue/queue.schema.ts';
import { get, post } from '#lib/rest.ts';
import type { ReportForm, ReportFormInput, ReportInput } from './reports.schema.ts';

export const readReportForm = get<ReportFormInput, ReportForm>('/report/create');
export const createReport = post<ReportInput, void>('/report/create');

export const readReports = get<QueueInput, Queue>('/admin/reports');
export const viewReported = post<ReportedItemInput, ReportedItem>('/admin/reports/view');
export const decideReports = post<DecisionInput, void>('/admin/reports/decide');

export const readContactForm = get<Record<never, never>, ContactForm>('/help/contact');
export const sendContact = post<ContactInput, void>('/help/contact');

export const readTerms = get<Record<never, never>, HelpText>('/help/terms');
export const readPrivacyText = get<Record<never, never>, HelpText>('/help/privacy');
