import { startEmbeddedPostgres } from '../../scripts/launch/embedded-postgres.ts';

// Run as a process of its own, to be killed: what a start leaves behind when it gets no chance to
// tidy up.
const { url, pid } = await startEmbeddedPostgres(process.argv[2] as string);
console.log(JSON.stringify({ url, pid }));
setInterval(() => undefined, 1_000);
