import { Picture } from '#ui/Picture.tsx';
import { commentPhotoPath } from './comments.rules.ts';
import type { PlainComment } from './comments.schema.ts';
import './CommentPhoto.css';

/** Thumbnail of a comment's photo; opens the lightbox. A pending comment shows the local file. */
export function CommentPhoto({ comment }: { comment: PlainComment }) {
  const { photo } = comment;
  if (!photo) return null;
  const { picture, photo_id: id } = photo;
  if (!id)
    return (
      <img className="comment-photo" src={photo.image_main.src} alt={picture.alt || 'Your photo'} />
    );
  return (
    <a className="comment-photo" href={commentPhotoPath(comment.comment_id, id)}>
      <Picture
        picture={picture}
        alt={picture.alt || `Photo by ${comment.author_title}`}
        sizes="260px"
      />
    </a>
  );
}
