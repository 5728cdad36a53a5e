import type { ImportInput, ImportState } from '#domains/archive/import/import.schema.ts';
import { get, post } from '#lib/rest.ts';
import type { ExportInput, ExportState } from './archive.schema.ts';

export const readExport = get<Record<never, never>, ExportState>('/members/settings/export');
export const startExport = post<ExportInput, ExportState>('/members/settings/export');

export const readImport = get<Record<never, never>, ImportState>('/members/settings/import');
export const startImport = post<ImportInput, ImportState>('/members/settings/import');
export const cancelImport = post<Record<never, never>, ImportState>(
  '/members/settings/import/cancel',
);
