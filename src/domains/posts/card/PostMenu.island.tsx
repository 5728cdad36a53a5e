import { useStore } from '@nanostores/react';
import {
  Ban,
  Bell,
  BellOff,
  Bookmark,
  BookmarkX,
  Ellipsis,
  EyeOff,
  Flag,
  Link2,
  Lock,
  MessageCircle,
  MessageCircleOff,
  Pencil,
  Share2,
  Trash2,
  UserMinus,
  type IconNode,
} from 'lucide';
import { memo, useEffect, useState } from 'react';
import { $mutes, muteKey, toggleMute } from '#domains/notifications/mute/mute.store.ts';
import { blockQuestion } from '#domains/policy/blocks.rules.ts';
import { blockMember } from '#domains/policy/blocks.store.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { HiddenPostPage } from '#domains/posts/hidden/HiddenPostPage.island.tsx';
import { rememberPlace } from '#domains/posts/post-focus.ts';
import { postOptionsPath } from '#domains/posts/posts.rules.ts';
import {
  $postChanges,
  deletePost,
  editPost,
  flipComments,
  flipSharing,
  hidePost,
  removeTag,
  reportPost,
} from '#domains/posts/posts.store.ts';
import { $savedChanges, toggleSaved } from '#domains/posts/saved/saved.store.ts';
import { editableOf, type Editable } from '#domains/posts/writing/editable-post.ts';
import { copyLink } from '#domains/shares/link.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import { useLazy } from '#ui/use-lazy.ts';

export interface PostMenuProps {
  postId: number;
  /** Absent where a community page speaks. */
  authorId?: number | undefined;
  author: string;
  /** For the author. */
  editable?: Editable | undefined;
  /** What the server lets this viewer do: the names of the post's `feed_menus`. */
  allowed: string[];
  /** The author's switches. */
  isCommentable: boolean;
  isShareable: boolean;
  isSaved: boolean;
  isMuted: boolean;
  /** On its own page: when the post changes or goes, so does the page. */
  isAlone?: boolean;
}

/** What this menu needs to know of a post. */
export function menuOf(item: FeedItem): PostMenuProps {
  const { action_id: postId, subject_type, subject_id, subjectIformation } = item.feed;
  const allowed = item.feed_menus.map(({ name }) => name);
  return {
    postId,
    author: subjectIformation.displayname,
    allowed,
    isCommentable: item.feed.commentable === 1,
    isShareable: item.feed.shareable === 1,
    isSaved: item.is_saved === 1,
    isMuted: item.is_muted === 1,
    ...(subject_type === toWireType('member') ? { authorId: subject_id } : {}),
    ...(allowed.includes('edit_feed') ? { editable: editableOf(item) } : {}),
  };
}

type Open = 'edit' | 'delete' | 'report' | 'block';

const saidNext = (go: () => void) => (text: string) => {
  toastOnNextScreen(text);
  go();
};

/**
 * '...': copy the link; the author edits and deletes, others hide or report the post or block its
 * author.
 */
export const PostMenu = memo(function PostMenu(props: PostMenuProps) {
  const { postId, authorId, author, editable, allowed, isAlone = false } = props;
  const { isCommentable, isShareable, isSaved: wasSaved, isMuted: wasMuted } = props;
  const isSaved = useStore($savedChanges, { keys: [postId], ssr: 'initial' })[postId] ?? wasSaved;
  const mute = muteKey('post', postId);
  const isMuted = useStore($mutes, { keys: [mute], ssr: 'initial' })[mute] ?? wasMuted;
  const [open, setOpen] = useState<Open>();
  const [isBusy, setBusy] = useState(false);
  const state = useStore($postChanges, { keys: [postId], ssr: 'initial' })[postId]?.state;
  const [ConfirmDialog, needConfirmDialog] = useLazy(() =>
    import('#ui/ConfirmDialog.tsx').then((part) => part.ConfirmDialog),
  );
  const [EditPostDialog, needEditPostDialog] = useLazy(() =>
    import('#domains/posts/writing/EditPostDialog.tsx').then((part) => part.EditPostDialog),
  );
  const [ReportDialog, needReportDialog] = useLazy(() =>
    import('#domains/moderation/ReportDialog.tsx').then((part) => part.ReportDialog),
  );
  const need = {
    edit: needEditPostDialog,
    report: needReportDialog,
    delete: needConfirmDialog,
    block: needConfirmDialog,
  };
  const sayGone = isAlone ? saidNext(() => location.assign('/home')) : toast.success;
  const sayChanged = isAlone ? saidNext(() => location.reload()) : toast.success;

  useEffect(() => {
    if (!isAlone) return;
    replayChanges();
    showFlashToast();
  }, [isAlone]);

  const ask = async (what: Open) => {
    if (await need[what]()) setOpen(what);
  };
  const close = () => setOpen(undefined);
  const confirm = async () => {
    const goOn = rememberPlace(postId);
    setBusy(true);
    const isDone =
      open === 'delete' ? await deletePost(postId, sayGone) : await blockMember(authorId!, sayGone);
    setBusy(false);
    if (!isDone) return;
    close();
    goOn();
  };
  const hide = async () => {
    const goOn = rememberPlace(postId);
    if (await hidePost(postId)) goOn();
  };

  const icon = (of: IconNode) => <Icon of={of} />;
  const choices: (MenuEntry & { needs?: string })[] = [
    { label: 'Copy link', icon: icon(Link2), onSelect: () => void copyLink(`/posts/${postId}`) },
    {
      label: isSaved ? 'Unsave Post' : 'Save Post',
      icon: icon(isSaved ? BookmarkX : Bookmark),
      onSelect: () => void toggleSaved(postId, isSaved),
    },
    {
      label: isMuted ? 'Turn on notifications' : 'Turn off notifications',
      icon: icon(isMuted ? Bell : BellOff),
      onSelect: () => void toggleMute('post', postId, isMuted, 'post'),
    },
    {
      needs: 'edit_feed',
      label: 'Edit Post',
      icon: icon(Pencil),
      onSelect: () => void ask('edit'),
    },
    {
      needs: 'disable_comment',
      label: isCommentable ? 'Disable Comments' : 'Enable Comments',
      icon: icon(isCommentable ? MessageCircleOff : MessageCircle),
      onSelect: () => void flipComments(postId, sayChanged),
    },
    {
      needs: 'lock_this_feed',
      label: isShareable ? 'Disable Sharing' : 'Enable Sharing',
      icon: icon(isShareable ? Lock : Share2),
      onSelect: () => void flipSharing(postId, sayChanged),
    },
    {
      needs: 'remove_tag',
      label: 'Remove Tag',
      icon: icon(UserMinus),
      onSelect: () => void removeTag(postId, sayChanged),
    },
    { needs: 'hide', label: 'Hide Post', icon: icon(EyeOff), onSelect: () => void hide() },
    {
      needs: 'report_feed',
      label: 'Report Post',
      icon: icon(Flag),
      onSelect: () => void ask('report'),
    },
    {
      needs: 'block',
      label: 'Block User',
      icon: icon(Ban),
      isDanger: true,
      onSelect: () => void ask('block'),
    },
    {
      needs: 'delete_feed',
      label: 'Delete Post',
      icon: icon(Trash2),
      isDanger: true,
      onSelect: () => void ask('delete'),
    },
  ];
  const entries = choices.filter(({ needs }) => !needs || allowed.includes(needs));
  const question =
    open === 'block'
      ? blockQuestion(author)
      : {
          title: 'Delete post',
          text: 'The post, its comments and reactions will be gone for everyone.',
          confirmLabel: 'Delete post',
        };

  return (
    <>
      <Menu
        id={`menu-${postId}`}
        label="Post options"
        icon={icon(Ellipsis)}
        entries={entries}
        isLazy
        screen={postOptionsPath(postId)}
      />
      {ConfirmDialog && (
        <ConfirmDialog
          {...question}
          open={open === 'delete' || open === 'block'}
          isDanger
          busy={isBusy}
          onConfirm={confirm}
          onCancel={close}
        />
      )}
      {EditPostDialog && editable && open === 'edit' && (
        <EditPostDialog
          post={editable}
          open
          onSave={async (edit) => {
            const saved = await editPost(postId, edit, sayChanged);
            return saved.isDone || !saved.newer
              ? { isDone: saved.isDone }
              : { isDone: false, newer: editableOf(saved.newer) };
          }}
          onClose={close}
        />
      )}
      {ReportDialog && (
        <ReportDialog
          type="post"
          id={postId}
          title="Report post"
          open={open === 'report'}
          onSend={(words) => reportPost(postId, words)}
          onClose={close}
        />
      )}
      {isAlone && state === 'hidden' && (
        <HiddenPostPage postId={postId} author={author} authorId={authorId} />
      )}
    </>
  );
});
