import type { ImportState } from './import.schema.ts';
import type { Import } from './imports.server.ts';

export function importView(found: Import | undefined): ImportState {
  if (!found || found.state === 'receiving')
    return { state: 'none', progress: 0, posts: 0, albums: 0, left_out: 0, problem: '' };
  const { state, total, done, posts, albums, leftOut, problem } = found;
  return {
    state,
    progress: total ? Math.floor((done / total) * 100) : 0,
    posts,
    albums,
    left_out: leftOut,
    problem,
  };
}
