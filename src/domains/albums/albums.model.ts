import type { UploadAnswer } from './albums.schema.ts';

export interface AlbumText {
  title: string;
  description: string;
  audience: 'everyone' | 'friends' | 'onlyme';
  commentAudience: 'everyone' | 'friends' | 'onlyme';
  isListed: boolean;
}

export const toAlbumFields = ({
  title,
  description,
  audience,
  commentAudience,
  isListed,
}: AlbumText) =>
  ({
    title,
    description,
    auth_view: audience,
    auth_comment: commentAudience,
    search: isListed ? 1 : 0,
  }) as const;

/** The album that photos were added to. */
export const toAlbumId = ({ response }: UploadAnswer): number => response.album_id;
