import * as calls from '#domains/moderation/moderation.calls.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import {
  decisionInput,
  queue,
  queueInput,
  reportedItem,
  reportedItemInput,
} from './queue.schema.ts';
import { decideReports, listReported, viewReported } from './queue.server.ts';

export const queueHandlers: Handler[] = [
  handle(calls.readReports, queueInput, queue, listReported, {
    summary: 'For moderators: what is reported and not decided, the longest waiting first',
  }),
  handle(calls.viewReported, reportedItemInput, reportedItem, viewReported, {
    summary:
      'For moderators: look at a reported item that is not public, which is written to the log',
  }),
  handle(calls.decideReports, decisionInput, noContent, decideReports, {
    summary:
      'For moderators: dismiss the reports of an item, or remove it; the owner of a removed page, group or event reads the reason',
  }),
];
