import { RefuseForm } from '#domains/containers/membership/RefuseForm.tsx';
import { approveRequest, rejectRequest } from '#domains/sitepages/sitepages.calls.ts';
import { formCall, pressCall } from '#lib/form-call.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { RequestModel } from './requests.model.ts';

interface RequestItemProps {
  pageId: number;
  request: RequestModel;
  isChosen: boolean;
  /** Absent before the script runs: the buttons send forms. */
  actions?: {
    choose: (isChosen: boolean) => void;
    approve: () => void;
    reject: (reason?: string) => void;
  };
  /** The refused form of a rejection. */
  form: Partial<ServedForm>;
  /** Address of the screen. */
  path: string;
  now: string;
  timeZone: string;
}

/** Somebody who asks to join a page. */
export function RequestItem({
  pageId,
  request,
  isChosen,
  actions,
  form,
  path,
  now,
  timeZone,
}: RequestItemProps) {
  const { id, displayname } = request;
  const input = { pageId, member_id: id };
  return (
    <li data-request={id}>
      {actions && (
        <input
          type="checkbox"
          aria-label={`Choose ${displayname}`}
          checked={isChosen}
          onChange={({ target }) => actions.choose(target.checked)}
        />
      )}
      <Avatar name={displayname} src={request.avatar} />
      <span className="container-person">
        <a href={`/profile/${id}`} dir="auto">
          {displayname}
        </a>
        <small>
          {request.email} · asked{' '}
          <RelativeTime at={request.requestedAt} now={now} timeZone={timeZone} />
        </small>
        <small>
          Account of {counted(request.accountDays, 'day')}
          {request.mutualFriends > 0 && ` · ${counted(request.mutualFriends, 'friend')} in common`}
          {request.wasRefused && ' · refused before'}
        </small>
        {request.answers.map(({ question, answer }) => (
          <small key={question} className="container-answer">
            <bdi>{question}</bdi> <strong dir="auto">{answer}</strong>
          </small>
        ))}
      </span>
      <Button
        variant="primary"
        data-decision="approve"
        {...(actions ? { onClick: actions.approve } : pressCall(formCall(approveRequest, input)))}
      >
        Approve <span className="sr-only">{displayname}</span>
      </Button>
      <Button
        data-decision="reject"
        {...(actions
          ? { onClick: () => actions.reject() }
          : pressCall(formCall(rejectRequest, input)))}
      >
        Reject <span className="sr-only">{displayname}</span>
      </Button>
      <RefuseForm
        member={request}
        label="Reject"
        call={formCall(rejectRequest, input)}
        form={form}
        path={path}
        onRefuse={actions?.reject}
      />
    </li>
  );
}
