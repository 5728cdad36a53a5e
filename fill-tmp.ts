import { openFilled } from './scripts/bench/database.ts';
const pg = await openFilled('50000', '1000000'); await pg.stop();
