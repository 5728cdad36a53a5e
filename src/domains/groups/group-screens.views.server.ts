import { mayAddPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { isFrontShown } from '#domains/containers/container-access.rules.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { plainScreens } from '#domains/containers/kit/plain-screens.views.server.ts';
import { browsedGroups } from '#domains/groups/browse/group-browse.server.ts';
import { mayCreateGroup } from '#domains/groups/edit/group-changes.server.ts';
import { groupFormValues } from '#domains/groups/edit/group-forms.views.server.ts';
import { groupRoutes } from './group-paths.ts';
import type { GroupRow } from './group-rows.server.ts';
import * as calls from './groups.calls.ts';
import { groupFields } from './groups.fields.ts';
import { findExactPrivacy, privacyName, privacyText } from './groups.rules.ts';
import { groupReader, groupRef } from './one-group.server.ts';

const plain = plainScreens<GroupRow>({
  type: 'group',
  routes: groupRoutes,
  reader: groupReader,
  calls: { ...calls, ...calls.kitCalls, archive: calls.archiveGroup },
  rules: ({ rules }) => rules,
});

/** Data of groups for the screens of all kinds of containers. */
export const groupScreens: ContainerScreens<GroupRow> = {
  ...plain,
  mayAddPhotos: (viewer, { id }) => mayAddPhotos(viewer, groupRef(id)),
  about: (group) => {
    const { description, location, rules, categoryTitle } = group;
    const isFront = isFrontShown(group);
    return {
      description,
      facts: {
        // Not that everybody joins it, beside the notice that they cannot.
        Privacy: group.membership === 'banned' ? '' : privacyText(group),
        Category: isFront ? categoryTitle : '',
        Location: group.isReadable ? location : '',
      },
      texts: { Rules: isFront ? rules : '' },
    };
  },
  isUnread: ({ isUnread }) => isUnread,
  isOrderedByComments: true,
  facts: (group) => [
    { text: group.state === 'archived' ? 'Archived' : privacyName(group) },
    ...plain.facts(group),
  ],
  form: {
    create: calls.createGroup,
    edit: calls.editGroupByForm,
    delete: calls.deleteGroup,
    lead: 'A place for people to talk, open to everyone or only to members.',
    mayCreate: (viewer) => mayCreateGroup(viewer),
    fields: groupFields,
    values: (group) => ({ ...groupFormValues(group), privacy: findExactPrivacy(group) ?? '' }),
    archive: {
      lead: 'You can still read or leave an archived group, but nobody can post or join.',
      toInput: (archives) => ({ archive: archives ? 1 : 0 }),
    },
    content: 'posts, photos',
    formerOwner: 'an officer',
  },
  browse: browsedGroups,
};
