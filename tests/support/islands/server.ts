import type { TestProject } from 'vitest/node';
import databaseServer from '../database-server.ts';
import { copyTemplate } from '../database.ts';
import { startServer } from '../server.ts';
import { islandServer } from './proxy.ts';

/**
 * Vitest's global set-up of the project `islands`: one built server with its own database, which
 * answers the calls of all mounted islands.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabase = await databaseServer(project);
  try {
    const { url } = await copyTemplate(project.getProvidedContext().databaseServer);
    const server = await startServer({ DATABASE_URL: url });
    islandServer.origin = server.origin;
    islandServer.databaseUrl = server.databaseUrl;
    return async () => {
      await server.stop();
      await stopDatabase();
    };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
