import { get, post } from '#lib/rest.ts';
import type { ReportForm, ReportFormInput, ReportInput } from './reports.schema.ts';

export const readReportForm = get<ReportFormInput, ReportForm>('/report/create');
export const createReport = post<ReportInput, void>('/report/create');
