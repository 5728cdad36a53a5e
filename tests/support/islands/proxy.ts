import { request } from 'node:http';
import type { Plugin } from 'vite';

/** The server behind the islands; set by the global set-up, in the process that runs Vite. */
export const islandServer: { origin: string; databaseUrl: string } = ((
  globalThis as { __hearth_island_server__?: { origin: string; databaseUrl: string } }
).__hearth_island_server__ ??= { origin: '', databaseUrl: '' });

/**
 * Passes calls and media to the built server, so that islands find them at their own origin. Not
 * Vite's own proxy, because the server's port is known only after Vite has started.
 */
export const serverProxy = (): Plugin => ({
  name: 'hearth:island-server',
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      if (!/^\/(api|media)\//.test(req.url ?? '')) return next();
      const { origin, ...headers } = req.headers;
      const target = request(new URL(req.url!, islandServer.origin), {
        method: req.method,
        headers: { ...headers, ...(origin ? { origin: islandServer.origin } : {}) },
      });
      target.on('response', (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      target.on('error', () => res.destroy());
      res.on('close', () => target.destroy());
      req.pipe(target);
    });
  },
});
