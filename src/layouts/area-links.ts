import { containerNames, containerTypes } from '#lib/container-types.ts';
import { capitalize } from '#lib/text.ts';

/** Links to the lists of all kinds of containers, which visitors read as well. */
export const areaLinks = containerTypes.map((type) => {
  const area = containerNames[type].mediaFolder;
  return { href: `/${area}`, label: capitalize(area) };
});
