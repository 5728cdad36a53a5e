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
  Pin,
  Share2,
  Trash2,
  UserMinus,
  type IconNode,
} from 'lucide';
import { memo, useState } from 'react';
import { $mutes, muteKey, toggleMute } from '#domains/notifications/mute/mute.store.ts';
import { blockQuestion } from '#domains/policy/blocks.rules.ts';
import { blockMember } from '#domains/policy/blocks.store.ts';
import type { PostAuthor, PostModel } from '#domains/posts/posts.model.ts';
import { announcePath, postOptionsPath } from '#domains/posts/posts.rules.ts';
import {
  deletePost,
  editPost,
  flipComments,
  flipPinned,
  flipSharing,
  hidePost,
  removeTag,
  reportPost,
} from '#domains/posts/posts.store.ts';
import { $savedChanges, toggleSaved } from '#domains/posts/saved/saved.store.ts';
import { toEditable, type Editable } from '#domains/posts/writing/editable-post.ts';
import { copyLink } from '#domains/shares/link.store.ts';
import { toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';
import { rememberFocus } from './post-focus.ts';

export interface PostMenuProps {
  postId: number;
  author: PostAuthor;
  /** For the author. */
  editable?: Editable | undefined;
  /** Names of the menu entries that the server allows. */
  allowed: string[];
  /** The author's switches. */
  isCommentable: boolean;
  isShareable: boolean;
  isSaved: boolean;
  isMuted: boolean;
  /** Show that it is done; a toast by default. */
  onDeleted?: (text: string) => void;
  onChanged?: (text: string) => void;
}

/** The props of a post's menu: a page carries no more of the post. */
export function toMenu(post: PostModel): PostMenuProps {
  const { author, allowed, isCommentable, isShareable, isSaved, isMuted } = post;
  return {
    postId: post.id,
    author: { type: author.type, id: author.id, displayname: author.displayname },
    allowed,
    isCommentable,
    isShareable,
    isSaved,
    isMuted,
    ...(allowed.includes('edit_feed') ? { editable: toEditable(post) } : {}),
  };
}

type Open = 'edit' | 'delete' | 'report' | 'block';

/** Reloads the screen, which shows the text as a toast. */
export function reloadWith(text: string): void {
  toastOnNextScreen(text);
  location.reload();
}

/**
 * The '...' menu: copy the link; authors edit and delete, others hide or report the post or block
 * its author.
 */
export const PostMenu = memo(function PostMenu(props: PostMenuProps) {
  const { postId, author, editable, allowed } = props;
  const { onDeleted = toast.success, onChanged = toast.success } = props;
  const { isCommentable, isShareable, isSaved: servedSaved, isMuted: servedMuted } = props;
  const isSaved =
    useStore($savedChanges, { keys: [postId], ssr: 'initial' })[postId] ?? servedSaved;
  const mute = muteKey('post', postId);
  const isMuted = useStore($mutes, { keys: [mute], ssr: 'initial' })[mute] ?? servedMuted;
  const isPinned = allowed.includes('unpin');
  const [open, setOpen] = useState<Open>();
  const [isBusy, setBusy] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
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

  const ask = async (dialog: Open) => {
    if (await need[dialog]()) setOpen(dialog);
  };
  const close = () => setOpen(undefined);
  const confirm = async () => {
    const goOn = rememberFocus(postId);
    setBusy(true);
    const isDone =
      open === 'delete'
        ? await deletePost(postId, onDeleted)
        : await blockMember(author.id, onDeleted);
    setBusy(false);
    if (!isDone) return;
    close();
    goOn();
  };
  const hide = async () => {
    const goOn = rememberFocus(postId);
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
      onSelect: () => void flipComments(postId, onChanged),
    },
    {
      needs: 'lock_this_feed',
      label: isShareable ? 'Disable Sharing' : 'Enable Sharing',
      icon: icon(isShareable ? Lock : Share2),
      onSelect: () => void flipSharing(postId, onChanged),
    },
    {
      needs: isPinned ? 'unpin' : 'pin',
      label: isPinned ? 'Unpin Post' : 'Pin Post',
      icon: icon(Pin),
      onSelect: () => void flipPinned(postId, reloadWith),
    },
    { needs: 'announce', label: 'Announce Post', icon: icon(Bell), href: announcePath(postId) },
    {
      needs: 'remove_tag',
      label: 'Remove Tag',
      icon: icon(UserMinus),
      onSelect: () => void removeTag(postId, onChanged),
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
      ? blockQuestion(author.displayname)
      : {
          title: 'Delete post',
          text: 'The post, its comments and reactions will be deleted for everyone.',
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
            const saved = await editPost(postId, edit, onChanged);
            return saved.isDone || !saved.newer
              ? { isDone: saved.isDone }
              : { isDone: false, newer: toEditable(saved.newer) };
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
    </>
  );
});
