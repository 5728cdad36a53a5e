// @module-tag races
import { addTestKind } from './test-kind/add-kind.ts';

await addTestKind();
await import('./test-kind/club-pairs.ts');
