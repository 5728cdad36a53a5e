import { detailsHandlers } from '#domains/profiles/details/details.api.ts';
import { picturesHandlers } from '#domains/profiles/pictures/pictures.api.ts';
import { shownPicture } from '#domains/profiles/pictures/pictures.server.ts';
import { privacyHandlers } from '#domains/profiles/privacy/privacy.api.ts';
import { defineDomain } from '#server/domain.ts';
import { profilesHandlers } from './profiles.api.ts';
import { countProfileSitemapPages, listProfileSitemapPage } from './public-profiles.server.ts';
import { profileSubject, reportableProfile } from './reported-profile.server.ts';

export const profilesDomain = defineDomain({
  name: 'profiles',
  handlers: [...profilesHandlers, ...detailsHandlers, ...picturesHandlers, ...privacyHandlers],
  sitemaps: {
    profiles: { countPages: countProfileSitemapPages, listPage: listProfileSitemapPage },
  },
  subjects: { member: profileSubject },
  reportable: { member: reportableProfile },
  publicPictures: { members: { shown: shownPicture } },
});
