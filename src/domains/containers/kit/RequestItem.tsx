import { RefuseForm } from '#domains/containers/membership/RefuseForm.tsx';
import { anyFormCall, pressCall } from '#lib/form-call.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { ageText, counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { RequestModel, RequestsKind } from './requests.model.ts';

/** The form that approves those who are chosen, without script. */
export const approvalId = 'approve-several';

interface RequestItemProps {
  kind: RequestsKind;
  containerId: number;
  request: RequestModel;
  isChosen: boolean;
  isSelectable: boolean;
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

/** Somebody who asks to join. */
export function RequestItem({
  kind,
  containerId,
  request,
  isChosen,
  isSelectable,
  actions,
  form,
  path,
  now,
  timeZone,
}: RequestItemProps) {
  const { id, displayname } = request;
  const { calls, ids } = kind;
  const input = { [ids.container]: containerId, [ids.member]: id };
  const refuse = anyFormCall(calls.refuse, input);
  return (
    <li data-request={id}>
      {isSelectable && (
        <input
          type="checkbox"
          aria-label={`Select ${displayname}`}
          name={ids.member}
          value={id}
          form={approvalId}
          // Not `checked`, which would undo what was chosen before the script ran.
          ref={(box) => {
            if (box && actions) box.checked = isChosen;
          }}
          onChange={({ target }) => actions?.choose(target.checked)}
        />
      )}
      <Avatar name={displayname} src={request.avatar} />
      <span className="container-person">
        <a href={`/profile/${id}`} dir="auto">
          {displayname}
        </a>
        <small>
          {request.email && `${request.email} · `}asked{' '}
          <RelativeTime at={request.requestedAt} now={now} timeZone={timeZone} />
          {request.seats > 1 && `, with ${request.seats - 1} more`}
        </small>
        <small>
          Member for {ageText(request.accountDays)}
          {request.mutualFriends > 0 && ` · ${counted(request.mutualFriends, 'friend')} in common`}
          {request.wasRefused && ' · rejected before'}
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
        {...(actions ? { onClick: actions.approve } : pressCall(anyFormCall(calls.approve, input)))}
      >
        Approve <span className="sr-only">{displayname}</span>
      </Button>
      <Button
        data-decision="reject"
        {...(actions ? { onClick: () => actions.reject() } : pressCall(refuse))}
      >
        Reject <span className="sr-only">{displayname}</span>
      </Button>
      <RefuseForm
        member={request}
        call={refuse}
        form={form}
        path={path}
        onRefuse={actions?.reject}
      />
    </li>
  );
}
