import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that run long although they are short, which is all that Vitest knows before a first run:
 * started last, they would run alone at the end.
 */
const longest = [
  'server/jobs.server.test',
  'server/bad-input.api.test',
  'media/large-uploads.server.test',
  'profiles/privacy-table.api.test',
  'auth/limits.server.test',
  'notifications/mails.server.test',
  'seed/seed.server.test',
  'archive/import.e2e',
  'server/valid-html.http.test',
  'archive/export.e2e',
  'server/hostile-clients.http.test',
  'server/database-away.http.test',
  'media/video-post.e2e',
  'worker/offline.e2e',
  'posts/feed.e2e',
  'ui/accessible.e2e',
  'ui/every-screen.e2e',
];

const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((name) => moduleId.endsWith(`/tests/${name}.ts`));

/** Orders the files of each project. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}
