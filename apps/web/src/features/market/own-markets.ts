import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, useT } from '@candor/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { call } from '../../lib/http.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { type Asker, currentAsker, isStillHere, useSession } from '../../lib/session.ts';
import { type StorageKey, readStored, store } from '../../lib/storage.ts';
import { queryKeys } from '../../live/keys.ts';

/** Markets looked at that are remembered. */
const RECENT_MAX = 8;

const listeners = new Set<() => void>();
/** Lists as they were last read: a store must answer the same object until something changed. */
const read = new Map<StorageKey, { text: string | null; codes: readonly string[] }>();

function codesIn(text: string | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function storedCodes(key: StorageKey): readonly string[] {
  const text = readStored(key);
  const known = read.get(key);
  if (known !== undefined && known.text === text) return known.codes;
  const codes = codesIn(text);
  read.set(key, { text, codes });
  return codes;
}

function storeCodes(key: StorageKey, codes: readonly string[]): void {
  store(key, JSON.stringify(codes));
  listeners.forEach((listener) => listener());
}

function useStoredCodes(key: StorageKey): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => storedCodes(key),
  );
}

/** Markets looked at lately, the last one first. */
export function useRecentMarkets(): readonly string[] {
  return useStoredCodes('recentMarkets');
}

/** Remembers that a market was looked at. */
export function useRememberMarket(code: string): void {
  useEffect(() => {
    const others = storedCodes('recentMarkets').filter((one) => one !== code);
    storeCodes('recentMarkets', [code, ...others].slice(0, RECENT_MAX));
  }, [code]);
}

/**
 * The account's stars. Those set in this browser while nobody was signed in join them first, and
 * then stand in the account alone: signing out leaves none behind.
 */
async function accountFavourites(params: {
  readonly as: Asker;
  readonly signal: AbortSignal;
}): Promise<string[]> {
  const { as } = params;
  for (const code of storedCodes('favourites')) {
    const { ok } = await call('market.set-favourite', { body: { code, on: true }, as });
    if (!ok) break;
    storeCodes(
      'favourites',
      storedCodes('favourites').filter((one) => one !== code),
    );
  }
  return (await ask('market.favourites', params)).codes;
}

/** The starred markets and how to star one: in the account, or in this browser without one. */
export function useFavourites(): {
  readonly codes: readonly string[];
  readonly toggle: (code: string) => void;
} {
  const t = useT();
  const client = useQueryClient();
  const isIn = useSession().state === 'in';
  const local = useStoredCodes('favourites');
  const key = queryKeys.favourites();
  const { data } = useOwnQuery({ keyOf: () => key, read: accountFavourites });
  const set = useMutation({
    mutationFn: ({ as, ...body }: { readonly code: string; readonly on: boolean; as: Asker }) =>
      call('market.set-favourite', { body, as }),
    onSuccess: (answer, { as }) => {
      // Another user is signed in meanwhile: it is about another account's stars.
      if (!isStillHere(as)) return;
      if (answer.ok) {
        client.setQueryData(key, answer.value.codes);
        return;
      }
      toast({ title: failureText(answer.failure, t) });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  const codes = isIn ? (data ?? local) : local;
  return {
    codes,
    toggle: (code) => {
      const on = !codes.includes(code);
      const next = on ? [...codes, code] : codes.filter((one) => one !== code);
      if (!isIn) {
        storeCodes('favourites', next);
        return;
      }
      client.setQueryData(key, next);
      set.mutate({ code, on, as: currentAsker() });
    },
  };
}
