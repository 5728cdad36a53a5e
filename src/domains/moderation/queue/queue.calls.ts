import { get, post } from '#lib/rest.ts';
import type {
  DecisionInput,
  Queue,
  QueueInput,
  ReportedItem,
  ReportedItemInput,
} from './queue.schema.ts';

export const readReports = get<QueueInput, Queue>('/admin/reports');
export const viewReported = post<ReportedItemInput, ReportedItem>('/admin/reports/view');
export const decideReports = post<DecisionInput, void>('/admin/reports/decide');
