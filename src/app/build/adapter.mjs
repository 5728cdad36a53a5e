import node from '@astrojs/node';

/**
 * @astrojs/node in middleware mode, but started by our own entry: the stock one probes the disk on
 * every request and trusts forwarded headers (docs/decisions/001-own-server-entry.md).
 * @param {URL} entry the module that starts the HTTP server
 */
export function adapter(entry) {
  const integration = node({ mode: 'middleware' });
  const configDone = integration.hooks['astro:config:done'];
  integration.hooks['astro:config:done'] = (options) =>
    configDone({
      ...options,
      setAdapter: (stock) =>
        options.setAdapter({ ...stock, serverEntrypoint: entry, previewEntrypoint: undefined }),
    });
  return integration;
}
