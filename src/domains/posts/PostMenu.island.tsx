import { useStore } from '@nanostores/react';
import { Ban, Bookmark, BookmarkX, Ellipsis, EyeOff, Link2, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bringChanges } from '#lib/tab-changes.ts';
import { showKeptToast, toastOnNextScreen } from '#ui/next-toast.ts';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import { useLate } from '#ui/use-late.ts';
import { copyPostLink } from './post-link.store.ts';
import type { FeedItem } from './feed-item.schema.ts';
import { blockAuthor, deletePost, editPost, hidePost } from './posts.store.ts';
import { $savedChanges, toggleSaved } from './saved.store.ts';

export interface PostMenuProps {
  postId: number;
  authorId: number;
  author: string;
  body: string;
  /** What the server lets this viewer do: 'edit_feed', 'delete_feed', 'hide', 'block'. */
  allowed: string[];
  isSaved: boolean;
  /** On its own page: when the post changes or goes, so does the page. */
  isAlone?: boolean;
}

/** What this menu needs to know of a post. */
export const menuOf = ({ feed, feed_menus, is_saved }: FeedItem): PostMenuProps => ({
  postId: feed.action_id,
  authorId: feed.subject_id,
  author: feed.subjectIformation.displayname,
  body: feed.body,
  allowed: feed_menus.map(({ name }) => name),
  isSaved: is_saved === 1,
});

type Question = 'delete' | 'block';

const saidNext = (go: () => void) => (text: string) => {
  toastOnNextScreen(text);
  go();
};

/** '...': copy the link; the author edits and deletes, others hide the post or block its author. */
export function PostMenu({ postId, authorId, author, body, allowed, isSaved: wasSaved, isAlone }: PostMenuProps) {
  const isSaved = useStore($savedChanges, { keys: [postId], ssr: 'initial' })[postId] ?? wasSaved;
  const [question, setQuestion] = useState<Question>();
  const [isEditing, setEditing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useLate(() => import('#ui/ConfirmDialog.tsx').then((part) => part.ConfirmDialog));
  const [EditPostDialog, needEditPostDialog] = useLate(() => import('./EditPostDialog.tsx').then((part) => part.EditPostDialog));
  const sayGone = isAlone ? saidNext(() => location.assign('/home')) : toast.success;
  const sayChanged = isAlone ? saidNext(() => location.reload()) : toast.success;

  useEffect(() => {
    if (!isAlone) return;
    bringChanges();
    showKeptToast();
  }, [isAlone]);

  const ask = async (about: Question) => {
    if (await needConfirmDialog()) setQuestion(about);
  };
  const confirm = async () => {
    setBusy(true);
    const isDone = question === 'delete' ? await deletePost(postId, sayGone) : await blockAuthor(authorId, sayGone);
    setBusy(false);
    if (isDone) setQuestion(undefined);
  };

  const icon = (Icon: typeof Link2) => <Icon aria-hidden="true" />;
  const choices: (MenuEntry & { needs?: string })[] = [
    { label: 'Copy link', icon: icon(Link2), onSelect: () => void copyPostLink(postId) },
    { label: isSaved ? 'Unsave Post' : 'Save Post', icon: icon(isSaved ? BookmarkX : Bookmark), onSelect: () => void toggleSaved(postId, isSaved) },
    { needs: 'edit_feed', label: 'Edit Post', icon: icon(Pencil), onSelect: async () => (await needEditPostDialog()) && setEditing(true) },
    { needs: 'hide', label: 'Hide Post', icon: icon(EyeOff), onSelect: () => void hidePost(postId, sayGone) },
    { needs: 'block', label: 'Block User', icon: icon(Ban), isDanger: true, onSelect: () => void ask('block') },
    { needs: 'delete_feed', label: 'Delete Post', icon: icon(Trash2), isDanger: true, onSelect: () => void ask('delete') },
  ];
  const entries = choices.filter(({ needs }) => !needs || allowed.includes(needs));
  const dialog =
    question === 'block'
      ? { title: 'Block user', text: `${author} and you will no longer see anything of each other. They are not told.`, confirmLabel: 'Block user' }
      : { title: 'Delete post', text: 'The post, its comments and reactions will be gone for everyone.', confirmLabel: 'Delete post' };

  return (
    <>
      <Menu id={`menu-${postId}`} label="Post options" icon={icon(Ellipsis)} entries={entries} isLate />
      {ConfirmDialog && <ConfirmDialog {...dialog} open={question !== undefined} isDanger busy={isBusy} onConfirm={confirm} onCancel={() => setQuestion(undefined)} />}
      {EditPostDialog && isEditing && <EditPostDialog body={body} open onSave={(text) => editPost(postId, text, sayChanged)} onClose={() => setEditing(false)} />}
    </>
  );
}
