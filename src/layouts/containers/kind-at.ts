import type { NamedItem } from '#domains/containers/container-rows.server.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { entriesOf } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { routeId } from '#server/route-id.ts';

interface Context {
  routePattern: string;
}

/** The address of the screen that is drawn, with the names of its parameters. */
export const patternAt = ({ routePattern }: Context): string =>
  routePattern.replace(/^\/for-members(?=\/)/, '');

/** The item that the address names, or its wall; what is read says the number of each. */
export const itemAt = ({ params }: { params: { id?: string | undefined } }): NamedItem => ({
  itemId: routeId(params.id),
});

/** The kind of container whose screen is drawn, by the first part of its address. */
export function kindAt(context: Context): ContainerScreens {
  const [, area] = patternAt(context).split('/');
  for (const kind of entriesOf('containerScreens').values()) if (kind.area === area) return kind;
  throw notFound();
}
