// Preloaded into the server by statement-shares.ts: SIGUSR2 starts V8's profiler, and the next one
// writes the profile to the file of PROFILE_FILE.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const file = process.env.PROFILE_FILE;
const session = new Session();
let isRunning = false;

process.on('SIGUSR2', async () => {
  if (isRunning) {
    const { profile } = await session.post('Profiler.stop');
    writeFileSync(`${file}.part`, JSON.stringify(profile));
    renameSync(`${file}.part`, file);
  } else {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    isRunning = true;
    return;
  }
  isRunning = false;
  session.disconnect();
});
