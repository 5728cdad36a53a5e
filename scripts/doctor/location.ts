import { checkLocation } from '#server/location.ts';
import { warning, wrong, type Finding } from './finding.ts';

/** Whether the site runs where its data was last used. Nothing to report if it does. */
export async function locationFindings(url: string): Promise<Finding[]> {
  const { here, recorded, isElsewhere, problem } = await checkLocation(url);
  const findings = problem ? [warning('location', problem)] : [];
  if (!isElsewhere) return findings;
  return [
    wrong(
      'location',
      `the data was last used at another one (${recorded!.name}, now ${here.name}), so nothing is ` +
        'sent and earlier sessions are refused: npm run location -- moved, or npm run location -- ' +
        'copy (docs/hosting.md)',
    ),
    ...findings,
  ];
}
