/**
 * The kinds of containers besides the walls of members: their names in the REST interface and the
 * folders of their addresses, for code that runs in the browser too. All else about a kind is in the
 * manifest of its domain (`containerKinds`).
 */
export const containerNames = {
  group: { wireType: 'group', folder: '/groups/group', mediaFolder: 'groups' },
  event: { wireType: 'event', folder: '/events/event', mediaFolder: 'events' },
  page: { wireType: 'sitepage_page', folder: '/pages/page', mediaFolder: 'pages' },
} as const;

export type ContainerType = keyof typeof containerNames;
export const containerTypes = Object.keys(containerNames) as ContainerType[];

/** The names as a list in SQL. */
export const quotedContainerTypes = containerTypes.map((type) => `'${type}'`).join(', ');

export const isContainerType = (type: string): type is ContainerType =>
  Object.hasOwn(containerNames, type);

/** Kinds of walls: of members, and of containers. */
export type WallType = 'member' | ContainerType;
export const wallTypes: WallType[] = ['member', ...containerTypes];

/** Names of their areas in the menus. */
export type ContainerArea = (typeof containerNames)[ContainerType]['mediaFolder'];

/** A value of each kind, by its name. */
export const eachContainer = <Field extends keyof (typeof containerNames)[ContainerType]>(
  field: Field,
) =>
  Object.fromEntries(containerTypes.map((type) => [type, containerNames[type][field]])) as {
    [Type in ContainerType]: (typeof containerNames)[Type][Field];
  };

type Short<Name> = Name extends `${infer Start}_page` ? Start : Name;
/** In filters and types of posts the interface shortens `sitepage_page`. */
export type ContainerFilter = Short<(typeof containerNames)[ContainerType]['wireType']>;
export const toContainerFilter = (type: ContainerType) =>
  containerNames[type].wireType.replace(/_page$/, '') as ContainerFilter;
export const toLongName = (filter: string): string => `${filter}_page`;
