import { Trash2 } from 'lucide';
import { memo, useState, type MouseEvent } from 'react';
import { postOptionsPath } from '#domains/posts/posts.rules.ts';
import { deletePost } from '#domains/posts/posts.store.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useConfirmDialog } from '#ui/use-lazy.ts';
import { namesOf, type JoinModel } from './joins.rules.ts';
import './joins.css';

interface Times {
  now: string;
  timeZone: string;
}

/** Deletes the post of a join; without script the screen with its options does. */
function DeleteJoin({ join: { id, member } }: { join: JoinModel }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
  const ask = async (event: MouseEvent) => {
    event.preventDefault();
    if (await needConfirmDialog()) setOpen(true);
  };
  const confirm = async () => {
    setBusy(true);
    if (!(await deletePost(id))) setBusy(false);
  };
  return (
    <>
      <a
        className="join-delete"
        href={postOptionsPath(id)}
        aria-label={`Delete: ${member.displayname} joined`}
        onClick={(event) => void ask(event)}
      >
        <Icon of={Trash2} />
      </a>
      {ConfirmDialog && (
        <ConfirmDialog
          title="Delete post"
          text="The post, its comments and reactions will be deleted for everyone."
          confirmLabel="Delete post"
          open={isOpen}
          isDanger
          busy={isBusy}
          onConfirm={confirm}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Join({ join, now, timeZone }: Times & { join: JoinModel }) {
  const { id, member, commentCount, canDelete } = join;
  const at = parseWire(join.publishedAt)!;
  const path = `/posts/${id}`;
  return (
    <div className="join" data-post={id}>
      <Avatar name={member.displayname} src={member.image} size={32} />
      <p>
        <a href={`/profile/${member.id}`}>
          <bdi>{member.displayname}</bdi>
        </a>{' '}
        joined
        <small>
          <a href={path}>
            <time dateTime={at.toISOString()} title={fullDate(at, timeZone)}>
              {timestampLabel(at, parseWire(now)!, timeZone)}
            </time>
          </a>
          {commentCount > 0 && (
            <>
              {' · '}
              <a href={path}>{counted(commentCount, 'comment')}</a>
            </>
          )}
        </small>
      </p>
      {canDelete && <DeleteJoin join={join} />}
    </div>
  );
}

const maxFaces = 3;

/** 'Ada, Bo and 3 others', each name on its own for names that are read from right to left. */
function Names({ joins }: { joins: JoinModel[] }) {
  const { names, others } = namesOf(joins);
  const parts = names.map((name, index) => <bdi key={joins[index]!.id}>{name}</bdi>);
  if (others) parts.push(<span key="others">{counted(others, 'other')}</span>);
  return parts.map((part, index) => [
    index > 0 && (index === parts.length - 1 ? ' and ' : ', '),
    part,
  ]);
}

/** Joins of a container between two posts: one line, which unfolds without script. */
export const Joins = memo(function Joins({ joins, ...times }: Times & { joins: JoinModel[] }) {
  const [first] = joins;
  return (
    <Card as="article" flush className="joins card-edge" aria-label="New members">
      {joins.length === 1 ? (
        <Join join={first!} {...times} />
      ) : (
        <details>
          <summary>
            <span className="joins-faces" aria-hidden="true">
              {joins.slice(0, maxFaces).map(({ id, member }) => (
                <Avatar key={id} name={member.displayname} src={member.image} size={32} />
              ))}
            </span>
            <span>
              <Names joins={joins} /> joined
            </span>
          </summary>
          {joins.map((join) => (
            <Join key={join.id} join={join} {...times} />
          ))}
        </details>
      )}
    </Card>
  );
});
