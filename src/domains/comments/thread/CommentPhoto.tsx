import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { commentPhotoPath } from '#domains/comments/comments.rules.ts';
import { Picture } from '#ui/Picture.tsx';
import './CommentPhoto.css';

/** Thumbnail of a comment's photo; opens the lightbox. A pending comment shows the local file. */
export function CommentPhoto({ comment }: { comment: PlainCommentModel }) {
  const { photo } = comment;
  if (!photo) return null;
  const { id, src, picture } = photo;
  if (!id) return <img className="comment-photo" src={src} alt={picture.alt || 'Your photo'} />;
  return (
    <a className="comment-photo" href={commentPhotoPath(comment.id, id)}>
      <Picture
        picture={picture}
        alt={picture.alt || `Photo by ${comment.author.name}`}
        sizes="260px"
      />
    </a>
  );
}
