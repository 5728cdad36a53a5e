import { roles } from '#domains/containers/container-access.rules.ts';
import { containerContext, storedKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { defineDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

/** Its name, as if src/lib/container-types.ts had it. */
export const club = 'club' as ContainerType;

/** A kind of container that exists in tests only: all that the product knows of it. */
export const clubsDomain = defineDomain({
  name: 'clubs',
  containerKinds: {
    club: storedKind(club, {
      editRole: roles.admin,
      speaksForItself: true,
      parents: ['group'],
      photos: { role: roles.member },
      search: { resultType: 'Club', label: 'Clubs', summary: (c) => sql`'Club ' || ${c}.id` },
    }),
  },
  contexts: { [club]: containerContext(club) },
});
