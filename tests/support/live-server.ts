import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleLiveEvent, openLive } from '#domains/live/live.server.ts';
import { sendError } from '#server/http/answer.ts';
import { closeStreams } from '#server/live/streams.ts';
import { postgresAt } from '#server/postgres-at.ts';

/** Serves only the live stream, in this process. Works in the project `database`. */
export async function startLiveServer(): Promise<{ origin: string; stop(): void }> {
  const server = createServer(
    (req, res) =>
      void openLive(req, res, '127.0.0.1').catch((error: unknown) =>
        sendError(req, res, error, 'test'),
      ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listener = postgresAt(process.env.DATABASE_URL!, { max: 1, fetch_types: false });
  await listener.listen('live', handleLiveEvent);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      closeStreams();
      void listener.end({ timeout: 0 });
      server.closeAllConnections();
      server.close();
    },
  };
}
