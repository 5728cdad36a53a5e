import { countContainerPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { formAnswer } from '#domains/containers/kit/kind.schema.ts';
import { listView } from '#domains/containers/kit/plain.views.server.ts';
import { countContainerView } from '#domains/containers/statistics/views.server.ts';
import { toParent } from '#domains/events/edit/edit.schema.ts';
import { mayCreateEvent } from '#domains/events/edit/event-changes.server.ts';
import { rsvpSelect, searchForm } from '#domains/events/edit/event-forms.views.server.ts';
import { mayCreateIn } from '#domains/events/edit/event-parent.server.ts';
import { eventRef, readEvent } from '#domains/events/event-rows.server.ts';
import * as calls from '#domains/events/events.calls.ts';
import { takesAnswers } from '#domains/events/events.rules.ts';
import * as shapes from '#domains/events/events.schema.ts';
import { eventAnswerView, eventView, toRsvp } from '#domains/events/events.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, type Handler, type RestRequest } from '#server/handle.ts';
import * as browseShapes from './browse.schema.ts';
import { listEventCategories, listEvents, type EventQuery } from './event-list.server.ts';

/** Whether the viewer may create an event, in that group or page if the list is of one. */
async function canCreate(viewer: Viewer, parent: EventQuery['parent']): Promise<boolean> {
  if (!isMember(viewer) || !(await mayCreateEvent(viewer))) return false;
  return !parent || mayCreateIn(viewer, parent).catch(() => false);
}

async function browse(
  viewer: Viewer,
  query: EventQuery & { page: number },
  request: RestRequest,
): Promise<browseShapes.EventsAnswer> {
  const [found, mayCreate] = await Promise.all([
    listEvents(viewer, query),
    canCreate(viewer, query.parent),
  ]);
  const origin = originFor(request);
  return listView(found, { page: query.page, canCreate: mayCreate }, (row) =>
    eventView(row, origin, { withMenu: query.isOwn === true }),
  );
}

export const browseHandlers: Handler[] = [
  handlePublic(
    calls.listEvents,
    browseShapes.browseInput,
    browseShapes.eventsAnswer,
    (viewer, input, request) => {
      const { search_text, location, category_id, user_id, parent_type, parent_id, ...query } =
        input;
      return browse(
        viewer,
        {
          ...query,
          search: search_text,
          location,
          categoryId: category_id,
          ownerId: user_id,
          parent: toParent({ parent_type, parent_id }),
        },
        request,
      );
    },
    { summary: 'Events that the caller may find, of a series the next one' },
  ),
  handle(
    calls.manageEvents,
    browseShapes.manageInput,
    browseShapes.eventsAnswer,
    (member, { search_text, category_id, ...query }, request) =>
      browse(
        member,
        { ...query, search: search_text, categoryId: category_id, isOwn: true },
        request,
      ),
    { summary: 'Events that the caller hosts or belongs to, those to come first' },
  ),
  handle(
    calls.readSearchForm,
    noInput,
    formAnswer,
    async () => searchForm(await listEventCategories()),
    { summary: 'Fields that events can be searched by' },
  ),
  handlePublic(
    calls.readEvent,
    shapes.viewInput,
    shapes.eventAnswer,
    async (viewer, { id, gutter_menu, profile_tabs, profile_rsvp }, request) => {
      const row = await readEvent(viewer, id);
      if (row.isReadable) countContainerView(viewer, eventRef(row.id));
      const own = toRsvp(row);
      const tabs = profile_tabs === 1;
      return {
        ...eventAnswerView(row, originFor(request), {
          menu: gutter_menu === 1,
          tabs,
          photoCount:
            tabs && row.isReadable ? await countContainerPhotos(viewer, eventRef(row.id)) : 0,
        }),
        ...(own === undefined ? {} : { profile_rsvp_value: own }),
        ...(profile_rsvp === 1 && isMember(viewer) && takesAnswers(row)
          ? { profile_rsvp_form: [rsvpSelect] }
          : {}),
      };
    },
    { summary: 'One event; of a closed one its front' },
  ),
];
