import { UserRoundPlus } from 'lucide';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { recordDecision } from '#domains/containers/staff/staff-totals.store.ts';
import { anyFormCall } from '#lib/form-call.ts';
import { namedCall, RestError } from '#lib/rest.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { FieldError, formErrorText, FormFields } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import { useLazy } from '#ui/use-lazy.ts';
import { approvalId, RequestItem } from './RequestItem.tsx';
import {
  approvedText,
  requestPageSizes,
  toRequests,
  withoutRequests,
  type RequestsKind,
  type RequestsModel,
} from './requests.model.ts';
import type { RequestsAnswer, RequestsInput } from './requests.schema.ts';

interface RequestsManagerProps {
  kind: RequestsKind;
  /** Id of the container. */
  id: number;
  served: RequestsModel;
  search: string;
  /** Address of the screen. */
  path: string;
  /** For the forms without script. */
  memberId: number;
  /** The form that approves several. */
  approval?: ServedForm;
  /** The form of a rejection that was refused without script. */
  refused?: { memberId: number; form: ServedForm } | undefined;
  now: string;
  timeZone: string;
}

interface Query {
  search: string;
  page: number;
  limit: number;
}

type Decision = 'approve' | 'reject';

/** Milliseconds after the last key before the list is filtered. */
const filterDelay = 300;

/** Requests to join a container: filtered, approved and rejected, one or several at once. */
export const RequestsManager = memo(function RequestsManager({
  kind,
  id: containerId,
  served,
  search: servedSearch,
  path,
  memberId,
  approval,
  refused,
  now,
  timeZone,
}: RequestsManagerProps) {
  const { calls, ids: idNames, searchLabel } = kind;
  const [list, setList] = useState(served);
  const [search, setSearch] = useState(servedSearch);
  const [chosen, setChosen] = useState<number[]>([]);
  const [problem, setProblem] = useState('');
  const [isAwake, setAwake] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [RejectDialog, needDialog] = useLazy(() =>
    import('./RejectDialog.tsx').then((part) => part.RejectDialog),
  );
  const query = useRef<Query>({ search: servedSearch, page: served.page, limit: served.limit });
  const sizeLabel = useId();
  const root = useRef<HTMLDivElement>(null);
  /** Selects the element that gets the focus: the button that had it went with its row. */
  const nextFocus = useRef<string>(undefined);
  const latest = useRef(0);
  /** Those whose decision the server has not answered yet: a list read meanwhile still has them. */
  const inFlight = useRef<number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    setAwake(true);
    // Chosen before the script ran.
    const ticked = root.current!.querySelectorAll<HTMLInputElement>('li > input:checked');
    setChosen([...ticked].map(({ value }) => Number(value)));
    return () => clearTimeout(timer.current);
  }, []);

  useEffect(() => {
    if (!nextFocus.current) return;
    const next = root.current!.querySelector<HTMLElement>(nextFocus.current);
    (next ?? root.current!.querySelector<HTMLElement>('[role="status"]'))?.focus();
    nextFocus.current = undefined;
  }, [list]);

  async function load(change: Partial<Query> = {}) {
    query.current = { ...query.current, ...change };
    const mine = (latest.current += 1);
    try {
      const read = namedCall<RequestsInput, RequestsAnswer>(calls.list);
      const found = toRequests(await read({ id: containerId, ...query.current }));
      // An older answer must not replace a newer one.
      if (mine !== latest.current) return;
      query.current.page = found.page;
      const left = withoutRequests(found, inFlight.current);
      setList(left);
      // Nobody is decided on who is not shown.
      const shown = left.requests.map(({ id }) => id);
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

  /** The row after those that are decided on, or the one before. */
  function rowBeside(ids: number[]): number | undefined {
    const shown = list.requests.map(({ id }) => id);
    const after = shown.slice(shown.findLastIndex((id) => ids.includes(id)) + 1);
    return after[0] ?? shown.findLast((id) => !ids.includes(id));
  }

  async function decide(decision: Decision, ids: number[], reason = '') {
    const before = list;
    const beside = rowBeside(ids);
    nextFocus.current = beside
      ? `[data-request="${beside}"] [data-decision="${decision}"]`
      : '[role="status"]';
    inFlight.current = [...inFlight.current, ...ids];
    setList(withoutRequests(before, ids));
    setChosen((old) => old.filter((id) => !ids.includes(id)));
    const isApproval = decision === 'approve';
    const send = namedCall<Record<string, string | number>, { waiting?: number } | undefined>(
      isApproval ? calls.approve : calls.refuse,
    );
    const input = { [idNames.container]: containerId, [idNames.member]: ids.join(',') };
    try {
      const answer = await send(isApproval ? input : { ...input, reason }).finally(() => {
        inFlight.current = inFlight.current.filter((id) => !ids.includes(id));
      });
      const waiting = answer?.waiting ?? 0;
      recordDecision(decision, ids.length - waiting);
      toast.success(isApproval ? approvedText(waiting) : `Request rejected.`);
    } catch (error) {
      setList(withoutRequests(before, inFlight.current));
      // To try again does not help against what the server says about a field.
      const isInvalid = error instanceof RestError && error.code === 'validation_fail';
      toast.error(isInvalid ? error.message : `Unable to ${decision} request. Please try again.`);
    }
    await load();
  }

  /** The same list without script. */
  const toQuery = ({ page = 1, limit = list.limit }: { page?: number; limit?: number }) =>
    new URLSearchParams({
      ...(servedSearch ? { search: servedSearch } : {}),
      ...(page > 1 ? { page: String(page) } : {}),
      limit: String(limit),
    }).toString();
  const pageCount = Math.max(1, Math.ceil(list.total / list.limit));
  const shownIds = list.requests.map(({ id }) => id);
  const toPage = (label: string, page: number) => {
    const isPossible = page >= 1 && page <= pageCount;
    return (
      <Button
        href={`${path}?${toQuery({ page })}`}
        aria-disabled={!isPossible}
        onClick={(event) => {
          event.preventDefault();
          if (isPossible) void load({ page });
        }}
      >
        {label}
      </Button>
    );
  };

  return (
    <div className="container-section" ref={root}>
      {/* Nothing to search where nobody waits. */}
      <form
        className="container-form"
        hidden={list.total === 0 && search === '' && query.current.search === ''}
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
          label={searchLabel}
          name="search"
          type="search"
          maxLength={100}
          value={search}
          onChange={(event) => filter(event.target.value)}
        />
        <input type="hidden" name="limit" value={list.limit} />
        {!isAwake && <Button type="submit">Search</Button>}
      </form>
      {list.total > 0 && (
        <nav className="container-buttons container-sizes" aria-labelledby={sizeLabel}>
          <span id={sizeLabel}>Per page</span>
          {requestPageSizes.map((size) => (
            <Button
              key={size}
              size="small"
              href={`${path}?${toQuery({ limit: size })}`}
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
      )}
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      {/* The empty list says it to the eye. */}
      <p role="status" tabIndex={-1} className={list.total === 0 ? 'sr-only' : undefined}>
        {counted(list.total, 'request')}
      </p>
      {isAwake && shownIds.length > 0 && (
        <div className="container-buttons container-choice">
          <label>
            <input
              type="checkbox"
              checked={chosen.length === shownIds.length}
              onChange={({ target }) => setChosen(target.checked ? shownIds : [])}
            />
            Select all
          </label>
          {chosen.length > 0 && (
            <>
              <Button variant="primary" onClick={() => void decide('approve', chosen)}>
                Approve {chosen.length}
              </Button>
              <Button onClick={() => void needDialog().then(setAsking)}>
                Reject {chosen.length}…
              </Button>
            </>
          )}
        </div>
      )}
      {RejectDialog && (
        <RejectDialog
          open={isAsking}
          count={chosen.length}
          onCancel={() => setAsking(false)}
          onReject={(reason) => {
            setAsking(false);
            void decide('reject', chosen, reason);
          }}
        />
      )}
      {list.requests.length > 0 ? (
        <ul className="container-people container-entries">
          {list.requests.map((request) => (
            <RequestItem
              key={request.id}
              kind={kind}
              containerId={containerId}
              request={request}
              isChosen={chosen.includes(request.id)}
              isSelectable={isAwake || shownIds.length > 1}
              form={refused?.memberId === request.id ? refused.form : { member: memberId }}
              path={path}
              {...(isAwake
                ? {
                    actions: {
                      choose: (isChosen: boolean) =>
                        setChosen((old) => [
                          ...old.filter((id) => id !== request.id),
                          ...(isChosen ? [request.id] : []),
                        ]),
                      approve: () => void decide('approve', [request.id]),
                      reject: (reason?: string) => void decide('reject', [request.id], reason),
                    },
                  }
                : {})}
              now={now}
              timeZone={timeZone}
            />
          ))}
        </ul>
      ) : (
        // Not before the server has taken the decision on the last one.
        inFlight.current.length === 0 && (
          <EmptyState icon={<Icon of={UserRoundPlus} />}>
            {query.current.search ? 'No results!' : 'No requests at the moment.'}
          </EmptyState>
        )
      )}
      {!isAwake && shownIds.length > 1 && (
        <form id={approvalId} method="post" action={approval?.action ?? path}>
          <FormFields
            call={anyFormCall(calls.approve, { [idNames.container]: containerId })}
            form={approval}
          />
          <FieldError id={`${approvalId}-problem`} text={formErrorText(approval)} />
          <Button type="submit">Approve all selected</Button>
        </form>
      )}
      {pageCount > 1 && (
        <nav className="container-buttons" aria-label="Pages of requests">
          {toPage('Previous', list.page - 1)}
          <span>
            Page {list.page} of {pageCount}
          </span>
          {toPage('Next', list.page + 1)}
        </nav>
      )}
    </div>
  );
});
