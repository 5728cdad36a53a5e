const forbidden = /[\\/]src[\\/](app|server)[\\/]|\.(server|api|table)\.ts$/;

/** Stops a build whose browser code reaches server code, through however many files. */
export function serverOnly() {
  return {
    name: 'hearth:server-only',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (this.environment?.name !== 'client' || !importer || importer.endsWith('.html'))
        return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved && forbidden.test(resolved.id.split('?')[0])) {
        this.error(
          `${importer} would carry ${source} into the browser: server code stays on the server`,
        );
      }
      return resolved;
    },
  };
}
