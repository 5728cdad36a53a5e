import type { ContainerDemo } from '#domains/containers/container-demo.ts';
import { eventDemo } from '#domains/events/demo/event-demo.server.ts';
import { groupDemo } from '#domains/groups/demo/group-demo.server.ts';
import { pageDemo } from '#domains/sitepages/demo/page-demo.server.ts';

/**
 * Contents of the demo community by kind of container, in the order of loading. Apart from the
 * manifests, because a production install does not have all packages that those load when the
 * command fills a database.
 */
export const containerDemos: ContainerDemo[] = [pageDemo, groupDemo, eventDemo];

/** The containers of all kinds. */
export const demoContainers = containerDemos.flatMap(({ containers }) => containers);
