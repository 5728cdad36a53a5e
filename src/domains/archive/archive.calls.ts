import { get, post } from '#lib/rest.ts';
import type { ExportInput, ExportState } from './archive.schema.ts';

export const readExport = get<Record<never, never>, ExportState>('/members/settings/export');
export const startExport = post<ExportInput, ExportState>('/members/settings/export');
