import { get, post } from '#lib/rest.ts';
import type { ImportInput, ImportState } from './import.schema.ts';

export const readImport = get<Record<never, never>, ImportState>('/members/settings/import');
export const startImport = post<ImportInput, ImportState>('/members/settings/import');
export const cancelImport = post<Record<never, never>, ImportState>(
  '/members/settings/import/cancel',
);
