import { z } from 'zod';
import * as calls from '#domains/settings/settings.calls.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { planInput, subscriptions } from './subscriptions.schema.ts';
import { choosePlan, readPlanStart } from './subscriptions.server.ts';
import { subscriptionsView } from './subscriptions.views.server.ts';

export const subscriptionsHandlers: Handler[] = [
  handle(
    calls.readSubscriptions,
    z.object({}),
    subscriptions,
    async (member) => subscriptionsView(await readPlanStart(member)),
    { summary: 'The plan that the caller has, and all there are' },
  ),
  handle(calls.choosePlan, planInput, noContent, choosePlan, {
    summary: 'Choose a plan',
    needs: [['plan_id'], ['selected_plan']],
  }),
];
