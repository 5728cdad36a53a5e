import { useEffect } from 'react';

const counts = new Map<string, number>();

/** Writes the sum of all counts, such as of unread messages, before the title of the tab. */
export function useTitleCount(name: string, count: number): void {
  useEffect(() => {
    counts.set(name, count);
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = total ? `(${total}) ${title}` : title;
  }, [name, count]);
}
