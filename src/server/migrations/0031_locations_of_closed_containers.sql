-- Containers for their members alone are not found by their location any more. The triggers that write
-- these words are created after the migrations.
update container_words w
set detail_words = to_tsvector(
  'simple',
  folded(
    concat_ws(
      ' ',
      g.description,
      (select title from group_categories where id = g.category_id)
    )
  )
)
from groups g
join containers c on c.type = 'group' and c.id = g.id
where w.type = 'group'
  and w.id = g.id
  and g.location <> ''
  and c.visibility not in ('everyone', 'registered');--> statement-breakpoint
update container_words w
set detail_words = to_tsvector(
  'simple',
  folded(
    concat_ws(
      ' ',
      p.description,
      array_to_string(p.tags, ' '),
      (
        select string_agg(above.title, ' ')
        from page_categories own
        join page_categories above on own.path like above.path || '%'
        where own.id = p.category_id
      )
    )
  )
)
from sitepages p
join containers c on c.type = 'page' and c.id = p.id
where w.type = 'page'
  and w.id = p.id
  and p.location <> ''
  and c.visibility not in ('everyone', 'registered');
