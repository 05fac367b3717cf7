import { NFT_WATCHED_MAX } from '@candor/protocol/light';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { look, useLiveStatus } from './index.ts';

/** What was bid between the answer on screen and the frame that asks to be told is read after this. */
const SETTLE_MS = 1_000;

/** Tokens on screen, and in how many places. */
const watched = new Map<string, number>();

function tell(): void {
  look({ type: 'WATCH_NFT', ids: [...watched.keys()].slice(0, NFT_WATCHED_MAX) });
}

function watch(ids: readonly string[]): () => void {
  for (const id of ids) watched.set(id, (watched.get(id) ?? 0) + 1);
  tell();
  return () => {
    for (const id of ids) {
      const left = (watched.get(id) ?? 1) - 1;
      if (left === 0) watched.delete(id);
      else watched.set(id, left);
    }
    tell();
  };
}

/**
 * Has tokens told by the line while they are on screen, and reads what is kept under `queryKey` again once
 * the line is there for them: at the beginning, and whenever it was lost. Answers whether it is up.
 */
export function useWatched(ids: readonly string[], queryKey: QueryKey): boolean {
  const client = useQueryClient();
  const isOpen = useLiveStatus() === 'open';
  const [wanted, key] = [ids.join(), JSON.stringify(queryKey)];
  useEffect(() => (wanted === '' ? undefined : watch(wanted.split(','))), [wanted]);
  useEffect(() => {
    if (!isOpen || wanted === '') return undefined;
    const read = (): void => {
      void client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey });
    };
    const timer = setTimeout(read, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, wanted, key, client]);
  return isOpen;
}
