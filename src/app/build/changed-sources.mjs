/**
 * Changes lines of libraries as they are built. Fails the build once there is nothing left to change.
 * @param {string} name of the file that lists the changes
 * @param {{ file: RegExp, from: string, to: string, isForBuild?: boolean }[]} changes
 */
export const changedSources = (name, changes) => ({
  name,
  enforce: 'pre',
  transform: {
    filter: { id: changes.map(({ file }) => file) },
    handler(code, id) {
      let changed = code;
      for (const { file, from, to, isForBuild = false } of changes) {
        if (!file.test(id) || (isForBuild && this.environment.mode !== 'build')) continue;
        if (!changed.includes(from))
          throw new Error(`${id} has changed: see src/app/build/${name}.mjs.`);
        changed = changed.replace(from, () => to);
      }
      return { code: changed, map: null };
    },
  },
});
