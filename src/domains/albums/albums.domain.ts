import { defineDomain } from '#server/domain.ts';
import { albumsHandlers } from './albums.api.ts';
import { albumPhotosActivity, profilePhotoActivity } from './photo-activities.server.ts';
import { albumAttachments, albumSubject } from './visibility.server.ts';

export const albumsDomain = defineDomain({
  name: 'albums',
  handlers: albumsHandlers,
  subjects: { album: albumSubject },
  activities: [profilePhotoActivity, albumPhotosActivity],
  attachments: { album: albumAttachments },
});
