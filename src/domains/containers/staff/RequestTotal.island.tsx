import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { Badge } from '#ui/Badge.tsx';
import { $decisions } from './staff-totals.store.ts';

/** The number of requests that wait, in the menu of the staff; lower with each decision. */
export const RequestTotal = memo(function RequestTotal({ count }: { count: number }) {
  const { all } = useStore($decisions, { ssr: 'initial' });
  return <Badge count={Math.max(0, count - all)} />;
});
