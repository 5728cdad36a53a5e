import type { Headline } from '#domains/activities/headline.rules.ts';
import { toComment, type CommentModel } from '#domains/comments/comments.model.ts';
import { toMentions, type MentionModel } from '#domains/mentions/mentions.model.ts';
import type { PostEdit as EditFields } from '#domains/posts/writing/edit-post.schema.ts';
import type { Reactions } from '#domains/reactions/reactions.rules.ts';
import type { WallType } from '#lib/container-types.ts';
import { fromWireType, type ItemType } from '#lib/wire-names.ts';
import type {
  Attachment,
  AttachmentImage,
  FeedItem,
  Feeling,
  PictureSource,
} from './feed-item.schema.ts';
import type { Audience } from './posts.schema.ts';

interface SiteCard {
  title: string;
  description: string;
  site: string;
}

export interface AttachmentModel {
  type: ItemType;
  /** 0 for a shared post that the viewer may not see. */
  id: number;
  photoId: number;
  /** 0 outside of albums. */
  albumId: number;
  /** The picture, the still or the preview image, by size; none for plain links. */
  images: Partial<Record<'main' | 'medium' | 'normal' | 'icon', AttachmentImage | undefined>>;
  /** Photos only. */
  picture?: PictureSource | undefined;
  title: string;
  body: string;
  uri: string;
  /** Address in the lightbox, for photos of albums and for shared media. */
  contentUrl: string;
  videoType?: number | undefined;
  videoUrl?: string | undefined;
  /** Uploaded videos only. */
  video?: Attachment['video'];
  card?: SiteCard | undefined;
  /** More of a container, for members; `join` is the call by which the viewer joins it at once. */
  container?: { cover: string; memberCount: number; join?: string | undefined } | undefined;
  /** Author of a shared photo or video. */
  owner?: PostModel['author'] | undefined;
  /** A shared photo or video of a paid post. */
  isPaid?: true;
  /** The shared post; null if it was deleted or is hidden from the viewer. */
  original?: PostModel | null | undefined;
}

/** A member, or the container in whose name a post is. */
export type PostAuthor = Pick<PostModel['author'], 'type' | 'id' | 'displayname'>;

/** A post as components and stores hold it. Times are wire text. */
export interface PostModel {
  id: number;
  /** 'status', 'share' or the type of an activity. */
  type: string;
  author: { type: WallType; id: number; displayname: string; image: string };
  /** The member, page, group or event on whose wall it is. */
  wall: { type: ItemType; id: number };
  audience: Audience;
  body: string;
  publishedAt: string;
  /** Equal to `publishedAt` until the first edit. */
  modifiedAt: string;
  attachments: AttachmentModel[];
  tagged: Array<MentionModel & { name: string }>;
  mentions?: MentionModel[] | undefined;
  hashtags: string[];
  feeling?: Feeling | undefined;
  /** Set for photos added to an album. */
  album?: { id: number; title: string } | undefined;
  /** Set for a new friendship. */
  friend?: { id: number; name: string; username: string; image: string } | undefined;
  /** Sentence of an activity or a share, after the author's name. */
  headline?: Headline | undefined;
  /** Absent if it shares nothing that the viewer may see. */
  sharedType?: ItemType | undefined;
  reactions: Reactions;
  likeCount: number;
  commentCount: number;
  shareCount: number;
  /** The author's switches. */
  isCommentable: boolean;
  isShareable: boolean;
  isPaid?: true;
  /** Rights of the viewer. */
  canComment: boolean;
  canShare: boolean;
  isSaved: boolean;
  isMuted: boolean;
  /** Names of the menu entries that the server allows. */
  allowed: string[];
  /** The newest comment. */
  preview?: CommentModel | undefined;
  /** Time of reading, for the live stream. */
  readAt?: string | undefined;
}

export const postIdOf = ({ feed }: FeedItem): number => feed.action_id;

const itemType = (wire: string) => fromWireType(wire)!;

/** Reads the first line of the sentence: the author, the text, and perhaps an item. */
function toHeadline({
  action_type_body: body,
  action_type_body_params: params,
}: FeedItem['feed']): Headline | undefined {
  const [sentence = ''] = body.split('\r\n');
  const [, text = '', token] = /^\{item:\$subject\}(.*?)(\{item:\$\w+\})?$/.exec(sentence) ?? [];
  if (!text.trim()) return undefined;
  const item = params.find(({ search }) => search === token);
  return {
    text: text.trim(),
    ...(item ? { item: { type: itemType(item.type!), id: item.id!, label: item.label } } : {}),
  };
}

const toSiteCard = ({
  title,
  description,
  site_name: site,
}: NonNullable<Attachment['og_data']>['openGraph']): SiteCard => ({ title, description, site });

const toAttachment = (wire: Attachment): AttachmentModel => ({
  type: itemType(wire.attachment_type),
  id: wire.attachment_id,
  photoId: wire.photo_id,
  albumId: wire.album_id,
  images: {
    main: wire.image_main,
    medium: wire.image_medium,
    normal: wire.image_normal,
    icon: wire.image_icon,
  },
  picture: wire.picture,
  title: wire.title,
  body: wire.body,
  uri: wire.uri,
  contentUrl: wire.content_url,
  videoType: wire.attachment_video_type,
  videoUrl: wire.attachment_video_url,
  video: wire.video,
  card: wire.og_data && toSiteCard(wire.og_data.openGraph),
  container: wire.container && {
    cover: wire.container.cover,
    memberCount: wire.container.member_count,
    join: wire.container.join,
  },
  owner: wire.owner && { ...wire.owner, type: itemType(wire.owner.type) as WallType },
  ...(wire.is_paid ? { isPaid: true } : {}),
  original: wire.shared_post_data && (wire.shared_post_data.map(toPost)[0] ?? null),
});

export function toPost(item: FeedItem): PostModel {
  const { feed } = item;
  const { album, feelings: feeling, friend } = feed.params;
  return {
    id: postIdOf(item),
    type: feed.type,
    author: {
      type: itemType(feed.subject_type) as WallType,
      id: feed.subject_id,
      displayname: feed.subjectIformation.displayname,
      image: feed.subjectIformation.image_icon,
    },
    wall: { type: itemType(feed.object_type), id: feed.object_id },
    audience: feed.privacy,
    body: feed.body,
    publishedAt: feed.date,
    modifiedAt: feed.modified_date,
    attachments: feed.attachment.map(toAttachment),
    tagged: feed.tags.map(({ tag_obj: { user_id: id, displayname: name, username } }) => ({
      id,
      name,
      username,
    })),
    mentions: toMentions(feed.mentions),
    hashtags: feed.hashtags,
    feeling,
    album: album && { id: album.album_id, title: album.title },
    friend: friend && {
      id: friend.user_id,
      name: friend.displayname,
      username: friend.username,
      image: friend.image_icon,
    },
    headline: toHeadline(feed),
    sharedType: feed.share_params_type ? itemType(feed.share_params_type) : undefined,
    reactions: {
      counts: Object.fromEntries(
        Object.entries(item.feed_reactions).map(([id, kind]) => [id, kind.reaction_count]),
      ),
      mine: item.my_feed_reaction?.reaction ?? 'none',
    },
    likeCount: feed.like_count,
    commentCount: feed.comment_count,
    shareCount: feed.share_count,
    isCommentable: feed.commentable === 1,
    isShareable: feed.shareable === 1,
    ...(feed.is_paid ? { isPaid: true } : {}),
    canComment: item.can_comment === 1,
    canShare: item.can_share === 1,
    isSaved: item.is_saved === 1,
    isMuted: item.is_muted === 1,
    allowed: item.feed_menus.map((entry) => entry.name),
    preview: item.comment_data && toComment(item.comment_data),
    readAt: item.read_at,
  };
}

/** Changes of the author; absent fields stay as they are. */
export interface PostEdit {
  body: string;
  audience?: Audience | undefined;
  isPaid?: boolean | undefined;
  /** Descriptions of the photos, by id. */
  alts?: Record<string, string> | undefined;
  /** `modifiedAt` of the version that was edited. */
  seen: string;
}

export const toEditFields = ({ body, audience, isPaid, alts, seen }: PostEdit): EditFields => ({
  body,
  ...(audience ? { auth_view: audience } : {}),
  ...(isPaid === undefined ? {} : { is_paid: isPaid ? 1 : 0 }),
  ...(alts ? { alt: alts } : {}),
  modified_date: seen,
});

/** Whether an edit was refused because somebody has edited the post meanwhile. */
export const isOutdated = (fields: Record<string, unknown>): boolean =>
  fields.modified_date !== undefined;

/** The field of a form or a refusal that holds who sees a post. */
export const audienceField = 'auth_view';
