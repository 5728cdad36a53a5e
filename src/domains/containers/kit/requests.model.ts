import type { CallName } from '#lib/form-call.ts';
import type { PendingRequest, RequestsAnswer } from './requests.schema.ts';

/** A kind of container, for the requests to join it. */
export interface RequestsKind {
  calls: Record<'list' | 'approve' | 'refuse', CallName>;
  /** Names of the ids in the input of decisions. */
  ids: { container: string; member: string };
  /** 'Name or e-mail' */
  searchLabel: string;
}

/** A request to join a container, as its staff sees it. */
export interface RequestModel {
  /** The id of the member who asks. */
  id: number;
  displayname: string;
  avatar: string;
  /** Empty where the kind does not show it. */
  email: string;
  /** Wire time. */
  requestedAt: string;
  /** Days since the account was created. */
  accountDays: number;
  /** Friends in common with the viewer. */
  mutualFriends: number;
  wasRefused: boolean;
  answers: Array<{ question: string; answer: string }>;
  /** Places that they ask for, with those who come along. */
  seats: number;
}

export interface RequestsModel {
  requests: RequestModel[];
  page: number;
  limit: number;
  total: number;
}

const toRequest = (wire: PendingRequest): RequestModel => ({
  id: wire.member_id,
  displayname: wire.displayname,
  avatar: wire.photo_url,
  email: wire.email,
  requestedAt: wire.request_date,
  accountDays: wire.account_days,
  mutualFriends: wire.mutual_friends,
  wasRefused: wire.was_refused === 1,
  answers: wire.answers,
  seats: wire.seats ?? 1,
});

export const toRequests = ({ pending_requests: requests, ...rest }: RequestsAnswer) => ({
  ...rest,
  requests: requests.map(toRequest),
});

/** Page sizes of the list. */
export const requestPageSizes = [10, 20, 25, 50, 100] as const;

/** The list without those who were decided on. */
export function withoutRequests(list: RequestsModel, ids: number[]): RequestsModel {
  const requests = list.requests.filter(({ id }) => !ids.includes(id));
  return { ...list, requests, total: list.total - (list.requests.length - requests.length) };
}

/** @param waiting how many found no places */
export const approvedText = (waiting: number): string =>
  waiting
    ? `Approved, except for ${waiting}: there are not enough places left.`
    : 'Request approved.';
