import type { Activity } from '#domains/activities/activity.server.ts';
import { removeActivity } from '#domains/activities/share-activity.server.ts';
import { deleteInput, type DeleteInput } from '#domains/containers/containers.schema.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { capitalize } from '#lib/text.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';

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
      summary: `Delete an own ${type} with all that belongs to it`,
    },
  );
