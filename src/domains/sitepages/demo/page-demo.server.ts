import type { ContainerDemo, DemoContainer } from '#domains/containers/container-demo.ts';
import { parseHours } from '#domains/sitepages/opening-hours.rules.ts';
import { toRichText } from '#lib/rich-text.ts';
import { demoClubs } from './demo-clubs.ts';
import { demoVenues } from './demo-venues.ts';

/** A community page of the demo community. */
export interface DemoPage extends DemoContainer {
  categoryId: number;
  description: string;
  /** Paragraphs. */
  overview?: string[];
  location?: string;
  price?: string;
  email?: string;
  website?: string;
  phone?: string;
  /** By day, Monday first. */
  openingHours?: string[];
  tags?: string[];
  memberTitle?: string;
  isFeatured?: true;
  /** Share of the members who like it. */
  liked: number;
  reviews?: DemoReview[];
}

export interface DemoReview {
  rating: 1 | 2 | 3 | 4 | 5;
  title: string;
  body: string;
  pros?: string;
  cons?: string;
  answer?: string;
}

const day = 86_400_000;

const toHours = ({ openingHours = [] }: DemoPage) =>
  openingHours.map((text) => parseHours(text) ?? '');

export const pageDemo: ContainerDemo<DemoPage> = {
  type: 'page',
  speaksForItself: true,
  isPublication: true,
  containers: [...demoVenues, ...demoClubs],
  async writeDetails({ tx, id, container: page, createdAt }) {
    await tx`
      insert into sitepages (
        id, description, overview, category_id, location, price, email, website, phone, tags,
        opening_hours, member_title, package_id, is_featured, modified_at, is_announced
      )
      select ${id}, ${page.description},
        ${page.overview ? JSON.stringify(toRichText(page.overview.join('\n\n'))) : null}::text::jsonb,
        ${page.categoryId}, ${page.location ?? ''}, ${page.price ?? ''}, ${page.email ?? ''},
        ${page.website ?? ''}, ${page.phone ?? ''},
        array(select json_array_elements_text(${JSON.stringify(page.tags ?? [])}::text::json)),
        array(select json_array_elements_text(${JSON.stringify(toHours(page))}::text::json)),
        ${page.memberTitle ?? ''},
        p.id, ${page.isFeatured ?? false}, ${createdAt.toISOString()}, true
      from page_packages p
      where p.is_default`;
  },
  async finish({ tx, id, container: page, createdAt, now, memberIds }) {
    const { reviews = [] } = page;
    // The newest review is a few days old.
    const span = now.getTime() - createdAt.getTime() - 3 * day;
    const timeOf = (index: number) =>
      new Date(createdAt.getTime() + (span * (index + 1)) / Math.max(1, reviews.length));
    const rows = reviews.slice(0, memberIds.length).map((review, index) => ({
      author: memberIds[index],
      rating: review.rating,
      title: review.title,
      body: review.body,
      pros: review.pros ?? '',
      cons: review.cons ?? '',
      answer: review.answer ?? '',
      at: timeOf(index),
    }));
    await tx`
      insert into page_reviews (
        id, page_id, author_id, rating, title, body, pros, cons, is_recommended, answer, answered_at,
        created_at, modified_at
      )
      select (select coalesce(max(id), 0) from page_reviews) + row_number() over (order by at),
        ${id}, author, rating, title, body, pros, cons, rating >= 4, answer,
        case when answer <> '' then at + interval '1 day' end, at, at
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
        author bigint, rating smallint, title text, body text, pros text, cons text, answer text,
        at timestamptz
      )`;
    // An interrupted run has advanced the sequence.
    await tx`
      select setval(pg_get_serial_sequence('page_reviews', 'id'), (select max(id) from page_reviews))
      where exists (select from page_reviews)`;
    await tx`
      insert into reactions (subject_type, subject_id, member_id, kind, created_at)
      select 'page', ${id}, ms.member_id, 1, ms.joined_at + interval '2 minutes'
      from memberships ms
      where ms.type = 'page'
        and ms.id = ${id}
        and ms.state = 'member'
        and (ms.member_id * 7 + ${id}) % 10 < ${Math.round(page.liked * 10)}::int
      order by ms.member_id`;
    await tx`
      update sitepages
      set recent_joins = (
        select count(*)
        from memberships ms
        where ms.type = 'page' and ms.id = ${id} and ms.joined_at > ${now.toISOString()}::timestamptz - interval '30 days'
      )
      where id = ${id}`;
  },
};
