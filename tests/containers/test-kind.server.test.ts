import { vi } from 'vitest';

/*
 * A kind of container that the product does not have. All of it is in test-kind/clubs.ts; outside of
 * its own folder a kind is a line in src/lib/container-types.ts and one in src/app/domains.ts, and the
 * migration that follows from the first. Nothing else knows of it
 * (tests/rules/container-kinds.test.ts), and the whole matrix holds.
 */
vi.resetModules();
// Before any module that reads the names.
const { containerNames, containerTypes, wallTypes } = await import('#lib/container-types.ts');
const club = 'club' as (typeof containerTypes)[number];
Object.assign(containerNames, {
  [club]: { wireType: 'club', folder: '/clubs/club', mediaFolder: 'clubs' },
});
containerTypes.push(club);
wallTypes.push(club);
await import('./test-kind/club-cases.ts');
