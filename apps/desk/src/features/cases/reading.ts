import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCaseCounts } from '../../lib/case-counts.ts';

/**
 * Each reading of a case or of the queue is a row of the audit log, for it shows personal data. So
 * they are read when a member asks, and again when the counts, which show none, say that something
 * changed; never by a clock or because a window got the focus.
 */
export const READ_ONCE = { staleTime: Infinity, refetchOnWindowFocus: false } as const;

/** Reads queue and case again whenever the counts of what waits change. */
export function useReadAgain(): void {
  const client = useQueryClient();
  const { data } = useCaseCounts();
  const counts = data === undefined ? null : JSON.stringify(data);
  const seen = useRef(counts);
  useEffect(() => {
    const before = seen.current;
    seen.current = counts;
    if (before === null || counts === before) return;
    void client.invalidateQueries({ queryKey: ['cases', 'queue'] });
    void client.invalidateQueries({ queryKey: ['cases', 'one'] });
  }, [client, counts]);
}
