import { startEmbeddedPostgres } from '../../scripts/launch/embedded-postgres.ts';

// Runs as a separate process, to be killed: leaves behind what a start without cleanup leaves.
const { url, pid } = await startEmbeddedPostgres(process.argv[2] as string);
console.log(JSON.stringify({ url, pid }));
setInterval(() => undefined, 1_000);
