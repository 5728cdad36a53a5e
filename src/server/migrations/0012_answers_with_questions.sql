update memberships ms
set answers = (
  select jsonb_agg(
    jsonb_build_object(
      'question', coalesce(c.join_questions ->> (given.position - 1)::int, ''), 'answer', given.answer
    )
    order by given.position
  )
  from jsonb_array_elements_text(ms.answers) with ordinality given (answer, position)
)
from containers c
where c.type = ms.type
  and c.id = ms.id
  and jsonb_typeof(ms.answers) = 'array'
  and jsonb_typeof(ms.answers -> 0) = 'string';
