import type { ContainerDemo, DemoContainer } from '#domains/containers/container-demo.ts';
import { demoCircles } from './demo-circles.ts';
import { demoNeighbours } from './demo-neighbours.ts';

/** A group of the demo community. */
export interface DemoGroup extends DemoContainer {
  categoryId: number;
  description: string;
  location?: string;
  rules?: string;
  /** A link that lets members join, with so many uses left. */
  linkUses?: number;
  /** Texts of posts by members that wait for approval. */
  pendingPosts?: string[];
}

export const groupDemo: ContainerDemo<DemoGroup> = {
  type: 'group',
  speaksForItself: false,
  isPublication: false,
  containers: [...demoCircles, ...demoNeighbours],
  async writeDetails({ tx, id, container: group, createdAt }) {
    await tx`
      insert into groups (id, description, category_id, location, rules, modified_at)
      values (
        ${id}, ${group.description}, ${group.categoryId}, ${group.location ?? ''},
        ${group.rules ?? ''}, ${createdAt.toISOString()}
      )`;
  },
  async finish({ tx, id, container: group, now }) {
    await tx`
      insert into container_audit_log (type, id, actor_id, action, target_id, details, created_at)
      select 'group', ms.id, c.owner_id, 'change_role', ms.member_id,
        json_build_object('from', 0, 'to', ms.role), ms.joined_at + interval '1 day'
      from memberships ms
      join containers c on c.type = ms.type and c.id = ms.id
      where ms.type = 'group' and ms.id = ${id} and ms.role between 1 and 29
      union all
      select 'group', ms.id, ms.banned_by, 'ban', ms.member_id,
        json_build_object('reason', ms.reason, 'until', ms.banned_until), ms.removed_at
      from memberships ms
      where ms.type = 'group' and ms.id = ${id} and ms.state = 'banned'
      order by 7`;
    if (group.pendingPosts)
      await tx`
        insert into pending_posts (author_id, target_type, target_id, body, created_at)
        select writer.member_id, 'group', ${id}, pending.body,
          ${now.toISOString()}::timestamptz - pending.n * interval '5 hours'
        from unnest(${group.pendingPosts}::text[]) with ordinality pending (body, n)
        join (
          select ms.member_id, row_number() over (order by ms.joined_at desc, ms.member_id) as n
          from memberships ms
          where ms.type = 'group' and ms.id = ${id} and ms.state = 'member' and ms.role = 0
            and ms.member_id > 2
        ) writer on writer.n = pending.n`;
    if (group.linkUses !== undefined)
      // Nobody has its token.
      await tx`
        insert into container_invite_links (
          token_hash, type, id, creator_id, uses_left, created_at, expires_at
        )
        select sha256(gen_random_uuid()::text::bytea), 'group', id, owner_id, ${group.linkUses},
          ${now.toISOString()}::timestamptz - interval '2 days',
          ${now.toISOString()}::timestamptz + interval '12 days'
        from containers
        where type = 'group' and id = ${id}`;
  },
};
