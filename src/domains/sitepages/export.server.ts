import { titleForMember } from '#domains/containers/export.server.ts';
import { exportKey, type ExportRows } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';

/** Details of the pages that the member owns. */
export const exportedPages: ExportRows = (memberId) => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'id', p.id, 'title', c.title, 'category', category.title, 'description', p.description,
      'overview', p.overview, 'location', p.location, 'price', p.price, 'email', p.email, 'website',
      p.website, 'phone', p.phone, 'tags', p.tags, 'member_title', p.member_title, 'hidden_apps',
      p.hidden_apps, 'app_order', p.app_order, 'opening_hours', p.opening_hours, 'modified',
      p.modified_at
    ) as item
  from containers c
  join sitepages p on p.type = c.type and p.id = c.id
  join page_categories category on category.id = p.category_id
  where c.owner_id = ${memberId}`;

/** Reviews by the member. */
export const exportedReviews: ExportRows = (memberId) => sql`
  select ${exportKey('r.id')} as key,
    json_build_object(
      'page', json_build_object('id', c.id, 'title', ${titleForMember(memberId)}), 'rating',
      r.rating, 'title', r.title,
      'text', r.body, 'pros', r.pros, 'cons', r.cons, 'recommended', r.is_recommended, 'made',
      r.created_at, 'edited', r.modified_at, 'held', r.needs_approval
    ) as item
  from page_reviews r
  join containers c on c.type = 'page' and c.id = r.page_id
  where r.author_id = ${memberId}`;
