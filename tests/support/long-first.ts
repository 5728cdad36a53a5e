import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest although it is short to read, which is all that Vitest knows before a first
 * run: begun last, such a file would go on alone, or wait alone, when all others are done.
 */
const longest = [
  'server/jobs.server',
  'server/bad-input.api',
  'media/large-uploads.server',
  'profiles/privacy-table.api',
  'auth/limits.server',
];

const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((name) => moduleId.endsWith(`/tests/${name}.test.ts`));

/** The order in which the files of each project begin. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}
