import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { queryClient } from '../lib/query.ts';
import { keepOwnCache } from './own-cache.ts';

// The pages behind the home page share one cache; the first of them to load has it kept.
keepOwnCache(queryClient);

/** Gives a page the query cache, kept up to date by the live line. */
export function Cached({ children }: { readonly children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
