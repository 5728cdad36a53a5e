import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './moderation.calls.ts';
import { reportForm, reportFormInput, reportInput } from './reports.schema.ts';
import { createReport } from './reports.server.ts';
import { reportFormView } from './reports.views.server.ts';

export const moderationHandlers: Handler[] = [
  handle(calls.readReportForm, reportFormInput, reportForm, async () => reportFormView(), {
    summary: 'The fields of a report',
  }),
  handle(
    calls.createReport,
    reportInput,
    noContent,
    (member, report) => createReport(member, report),
    {
      limit: 'report',
      form: { done: 'Report successful!' },
      summary: 'Report any item to the moderators',
    },
  ),
];
