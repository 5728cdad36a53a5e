import { addTestKind } from './test-kind/add-kind.ts';

// The whole matrix holds for a kind of which nothing else knows.
await addTestKind();
await import('./test-kind/club-cases.ts');
