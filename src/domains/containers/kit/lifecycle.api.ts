import type { Activity } from '#domains/activities/activity.server.ts';
import { removeActivity } from '#domains/activities/share-activity.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { deleteInput, type DeleteInput } from '#domains/containers/containers.schema.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toFlag } from '#lib/shapes.ts';
import { capitalize } from '#lib/text.ts';
import { handle, noContent, type FormOptions, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as shapes from './kind.schema.ts';

/**
 * The handler that deletes a container of a kind, by its owner, who enters the password again.
 * @param activity the feed item of its creation
 */
export const deletionHandler = (
  call: Call<DeleteInput, void>,
  type: ContainerType,
  activity: Activity,
): Handler =>
  handle(
    call,
    deleteInput,
    noContent,
    (member, { id, password }) =>
      deleteContainer(member, { type, id }, password, (tx) =>
        removeActivity(tx, { activity, itemId: id }),
      ),
    {
      needs: [['password']],
      form: {
        done: `${capitalize(type)} deleted.`,
        next: () => `/${type}s/my-${type}s`,
      },
      summary: `Delete your own ${type} with all that belongs to it`,
    },
  );

/** Names on the next screen whether it was archived or opened again. */
export const archivedForm = (type: ContainerType): FormOptions<unknown, shapes.ArchivedAnswer> => ({
  done: `The ${type} is archived.`,
  otherwise: { text: `The ${type} is open again.`, applies: ({ closed }) => !closed },
});

/** The handler by which the owner archives it, which can then be read, left and exported only. */
export const archiveHandler = (
  call: Call<shapes.ArchiveInput, shapes.ArchivedAnswer>,
  type: ContainerType,
): Handler =>
  handle(
    call,
    shapes.archiveInput,
    noContentWith(shapes.archivedAnswer),
    async (member, { id, archive }) => {
      const wall = await wallOf(type, id);
      return { closed: toFlag(await setArchived(member, wall, roles.owner, archive === 1)) };
    },
    {
      form: archivedForm(type),
      summary: `Archive your own ${type}, which can then only be read, or reopen it`,
    },
  );
