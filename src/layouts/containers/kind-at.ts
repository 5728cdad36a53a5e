import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { entriesOf } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';

interface Context {
  routePattern: string;
}

/** The address of the screen that is drawn, with the names of its parameters. */
export const patternAt = ({ routePattern }: Context): string =>
  routePattern.replace(/^\/for-members(?=\/)/, '');

/** The kind of container whose screen is drawn, by the first part of its address. */
export function kindAt(context: Context): ContainerScreens {
  const [, area] = patternAt(context).split('/');
  for (const kind of entriesOf('containerScreens').values()) if (kind.area === area) return kind;
  throw notFound();
}
