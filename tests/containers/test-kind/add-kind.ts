import { vi } from 'vitest';

/**
 * Adds a kind of container that the product does not have, before any module reads the names. All of
 * it is in clubs.ts; outside of its own folder a kind is a line in src/lib/container-types.ts and one
 * in src/app/domains.ts, and the migration that follows from the first. Nothing else knows of it
 * (tests/rules/container-kinds.test.ts).
 */
export async function addTestKind(): Promise<void> {
  vi.resetModules();
  const { containerNames, containerTypes, wallTypes } = await import('#lib/container-types.ts');
  const club = 'club' as (typeof containerTypes)[number];
  Object.assign(containerNames, {
    [club]: { wireType: 'club', folder: '/clubs/club', mediaFolder: 'clubs' },
  });
  containerTypes.push(club);
  wallTypes.push(club);
}
