import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { counted } from '#lib/text.ts';
import { $pendingPosts } from './pending.store.ts';
import '#ui/notice.css';

interface PendingNoticeProps {
  /** Those that wait when the screen is served. */
  served: number;
  /** The key of the composer's target. */
  targetKey: string;
  /** Address of the posts that wait. */
  path: string;
}

/** Leads to the posts that wait for approval, also right after one was written. */
export const PendingNotice = memo(function PendingNotice({
  served,
  targetKey,
  path,
}: PendingNoticeProps) {
  const added = useStore($pendingPosts, { ssr: () => ({}) })[targetKey] ?? 0;
  const count = served + added;
  if (count === 0) return null;
  return (
    <p className="notice">
      <a href={path}>{counted(count, 'post')} waiting for approval</a>
    </p>
  );
});
