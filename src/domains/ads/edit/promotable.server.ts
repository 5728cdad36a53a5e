import { promotableTypes, type PromotableType } from '#domains/ads/ads.rules.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { namedRows } from '#domains/containers/container-items.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { isContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface Promotable extends Record<string, unknown> {
  type: PromotableType;
  id: number;
  title: string;
}

/** Pages, groups and events that the member runs, by their titles; at most 100 of each kind. */
export const listPromotable = (member: Member): Promise<Promotable[]> =>
  db.execute<Promotable>(
    sql.join(
      promotableTypes.filter(isContainerType).map((type) => {
        const named = namedRows(type);
        return sql`
          (
            select c.type, ${named.id}::float8 as id, ${named.title} as title
            from ${named.from}
            join memberships ms on ms.type = c.type
              and ms.id = c.id
              and ms.member_id = ${member.id}
              and ms.role >= ${roles.admin}
            where c.type = ${type} and c.state = 'open' and c.is_listed
            order by ${named.title}
            limit 100
          )`;
      }),
      sql` union all `,
    ),
  );
