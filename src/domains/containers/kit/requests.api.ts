import type { Member } from '#domains/policy/viewer.ts';
import type { Call } from '#lib/calls.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler } from '#server/handle.ts';
import {
  requestsAnswer,
  requestsInput,
  type RequestsAnswer,
  type RequestsInput,
} from './requests.schema.ts';
import type { RequestList, RequestQuery } from './requests.server.ts';
import { requestsView } from './requests.views.server.ts';

/** The handler of a kind that lists its requests to join. */
export const requestListHandler = (
  call: Call<RequestsInput, RequestsAnswer>,
  noun: string,
  list: (member: Member, id: number, query: RequestQuery) => Promise<RequestList>,
): Handler =>
  handle(
    call,
    requestsInput,
    requestsAnswer,
    async (member, { id, ...query }, request) =>
      requestsView(await list(member, id, query), originFor(request)),
    { summary: `Requests to join, for the staff of the ${noun}` },
  );
