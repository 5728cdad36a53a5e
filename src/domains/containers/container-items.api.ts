import type { Handler, RestRequest } from '#server/handle.ts';
import { wallOf } from './container-items.server.ts';

interface NamedWall {
  subject_type?: string | undefined;
  subject_id?: number | undefined;
}

/** For calls about the wall that two fields name: these may name an item, whose wall `run` gets. */
export const onWall =
  <By, Input extends NamedWall, Request, Output>(
    run: (by: By, input: Input, request: Request) => Promise<Output>,
  ) =>
  async (by: By, input: Input, request: Request): Promise<Output> => {
    const { subject_type: type, subject_id: itemId } = input;
    const wall = type && itemId ? await wallOf(type, itemId) : undefined;
    return run(by, wall ? { ...input, subject_id: wall.id } : input, request);
  };

/**
 * The same for the calls of a kind whose `id` names a container, such as those of the kit; `run` gets
 * the number that was given as `itemId`.
 */
export const forItems = (type: string, handlers: Handler[]): Handler[] =>
  handlers.map((handler) => ({
    ...handler,
    run: async (by: never, input: { id?: number }, request: RestRequest) => {
      const { id: itemId } = input;
      const wall = itemId === undefined ? {} : { id: (await wallOf(type, itemId)).id, itemId };
      return handler.run(by, { ...input, ...wall } as never, request);
    },
  }));
