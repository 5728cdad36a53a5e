import { UserRoundPlus } from 'lucide';
import { memo, useEffect, useId, useRef, useState } from 'react';
import {
  approveRequest,
  listPendingRequests,
  rejectRequest,
} from '#domains/sitepages/sitepages.calls.ts';
import { requestPageSizes } from '#domains/sitepages/sitepages.rules.ts';
import { formCall, pressCall } from '#lib/form-call.ts';
import { RestError } from '#lib/rest.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toast } from '#ui/toast.ts';
import type { PendingRequest, RequestsAnswer } from './membership.schema.ts';

interface RequestsManagerProps {
  pageId: number;
  served: RequestsAnswer;
  search: string;
  /** Address of the screen. */
  path: string;
  now: string;
  timeZone: string;
}

interface Query {
  search: string;
  page: number;
  limit: number;
}

type Decision = 'approve' | 'reject';
const calls = { approve: approveRequest, reject: rejectRequest };
const doneTexts = { approve: 'Request approved.', reject: 'Request rejected.' };

/** Milliseconds after the last key before the list is filtered. */
const filterDelay = 300;

const without = (list: RequestsAnswer, ids: number[]): RequestsAnswer => ({
  ...list,
  pending_requests: list.pending_requests.filter(({ member_id }) => !ids.includes(member_id)),
  total: Math.max(0, list.total - ids.length),
});

/** Requests to join a page: filtered, approved and rejected, one or several at once. */
export const RequestsManager = memo(function RequestsManager({
  pageId,
  served,
  search: servedSearch,
  path,
  now,
  timeZone,
}: RequestsManagerProps) {
  const [list, setList] = useState(served);
  const [search, setSearch] = useState(servedSearch);
  const [chosen, setChosen] = useState<number[]>([]);
  const [problem, setProblem] = useState('');
  const [isAwake, setAwake] = useState(false);
  const query = useRef<Query>({ search: servedSearch, page: served.page, limit: served.limit });
  const sizeLabel = useId();
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    setAwake(true);
    return () => clearTimeout(timer.current);
  }, []);

  async function load(change: Partial<Query> = {}) {
    query.current = { ...query.current, ...change };
    const mine = (latest.current += 1);
    try {
      const found = await listPendingRequests({ id: pageId, ...query.current });
      // An older answer must not replace a newer one.
      if (mine !== latest.current) return;
      query.current.page = found.page;
      setList(found);
      // Nobody is decided on who is not shown.
      const shown = found.pending_requests.map(({ member_id }) => member_id);
      setChosen((old) => old.filter((id) => shown.includes(id)));
      setProblem('');
    } catch (error) {
      if (mine !== latest.current) return;
      const reason = error instanceof RestError ? error.message : 'Unknown error';
      setProblem(`Failed to load pending requests: ${reason}`);
    }
  }

  function filter(text: string) {
    setSearch(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void load({ search: text, page: 1 }), filterDelay);
  }

  async function decide(decision: Decision, ids: number[]) {
    const before = list;
    setList(without(before, ids));
    setChosen((old) => old.filter((id) => !ids.includes(id)));
    const answers = await Promise.allSettled(
      ids.map((member_id) => calls[decision]({ pageId, member_id })),
    );
    const failed = ids.filter((_, index) => answers[index]!.status === 'rejected');
    if (failed.length) {
      setList((current) => ({
        ...current,
        pending_requests: before.pending_requests.filter(
          ({ member_id }) =>
            failed.includes(member_id) ||
            current.pending_requests.some((one) => one.member_id === member_id),
        ),
        total: current.total + failed.length,
      }));
      toast.error(`Unable to ${decision} request. Please try again.`);
    }
    if (failed.length < ids.length) toast.success(doneTexts[decision]);
    await load();
  }

  /** The same list without script. */
  const queryOf = ({ page = 1, limit = list.limit }: { page?: number; limit?: number }) =>
    new URLSearchParams({
      ...(servedSearch ? { search: servedSearch } : {}),
      ...(page > 1 ? { page: String(page) } : {}),
      limit: String(limit),
    }).toString();
  const pageCount = Math.max(1, Math.ceil(list.total / list.limit));
  const decideButtons = (request: PendingRequest) => {
    const input = { pageId, member_id: request.member_id };
    // Before the script runs the buttons send a form.
    const attributes = (decision: Decision) =>
      isAwake
        ? { onClick: () => void decide(decision, [request.member_id]) }
        : pressCall(formCall(calls[decision], input));
    return (
      <>
        <Button variant="primary" {...attributes('approve')}>
          Approve <span className="sr-only">{request.displayname}</span>
        </Button>
        <Button {...attributes('reject')}>
          Reject <span className="sr-only">{request.displayname}</span>
        </Button>
      </>
    );
  };

  return (
    <div className="container-section">
      <form
        className="container-form"
        action={path}
        role="search"
        aria-label="Filter requests"
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          void load({ search, page: 1 });
        }}
      >
        <Field
          label="Name or e-mail"
          name="search"
          type="search"
          maxLength={100}
          value={search}
          onChange={(event) => filter(event.target.value)}
        />
        <input type="hidden" name="limit" value={list.limit} />
        {!isAwake && <Button type="submit">Show</Button>}
      </form>
      <nav className="container-buttons container-sizes" aria-labelledby={sizeLabel}>
        <span id={sizeLabel}>Per page</span>
        {requestPageSizes.map((size) => (
          <Button
            key={size}
            size="small"
            href={`${path}?${queryOf({ limit: size })}`}
            aria-current={size === list.limit ? 'true' : undefined}
            variant={size === list.limit ? 'soft' : 'quiet'}
            onClick={(event) => {
              event.preventDefault();
              void load({ limit: size, page: 1 });
            }}
          >
            {size}
          </Button>
        ))}
      </nav>
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      <p role="status">{counted(list.total, 'request')}</p>
      {isAwake && chosen.length > 0 && (
        <div className="container-buttons">
          <Button variant="primary" onClick={() => void decide('approve', chosen)}>
            Approve {chosen.length}
          </Button>
          <Button onClick={() => void decide('reject', chosen)}>Reject {chosen.length}</Button>
        </div>
      )}
      {list.pending_requests.length > 0 ? (
        <ul className="container-people container-requests">
          {list.pending_requests.map((request) => (
            <li key={request.member_id}>
              {isAwake && (
                <input
                  type="checkbox"
                  aria-label={`Choose ${request.displayname}`}
                  checked={chosen.includes(request.member_id)}
                  onChange={({ target }) =>
                    setChosen((old) =>
                      target.checked
                        ? [...old, request.member_id]
                        : old.filter((id) => id !== request.member_id),
                    )
                  }
                />
              )}
              <Avatar name={request.displayname} src={request.photo_url} />
              <span className="container-person">
                <a href={`/profile/${request.user_id}`} dir="auto">
                  {request.displayname}
                </a>
                <small>
                  {request.email} · asked{' '}
                  <RelativeTime at={request.request_date} now={now} timeZone={timeZone} />
                </small>
                <small>
                  Account of {counted(request.account_days, 'day')}
                  {request.mutual_friends > 0 &&
                    ` · ${counted(request.mutual_friends, 'friend')} in common`}
                  {request.was_refused === 1 && ' · refused before'}
                </small>
                {request.answer && <small dir="auto">{request.answer}</small>}
              </span>
              {decideButtons(request)}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={<Icon of={UserRoundPlus} />}>
          {query.current.search ? 'No results!' : 'Nobody waits.'}
        </EmptyState>
      )}
      {pageCount > 1 && (
        <nav className="container-buttons" aria-label="Pages of requests">
          <Button
            href={`${path}?${queryOf({ page: list.page - 1 })}`}
            aria-disabled={list.page <= 1}
            onClick={(event) => {
              event.preventDefault();
              if (list.page > 1) void load({ page: list.page - 1 });
            }}
          >
            Previous
          </Button>
          <span>
            Page {list.page} of {pageCount}
          </span>
          <Button
            href={`${path}?${queryOf({ page: list.page + 1 })}`}
            aria-disabled={list.page >= pageCount}
            onClick={(event) => {
              event.preventDefault();
              if (list.page < pageCount) void load({ page: list.page + 1 });
            }}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  );
});
