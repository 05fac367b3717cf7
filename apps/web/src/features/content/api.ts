import type { ContentItem, ContentText } from '@candor/protocol/light';
import { useLocale } from '@candor/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** The types of texts, as the wire numbers them. */
export type ContentType = '1' | '2' | '3' | '4' | '5' | '6' | '7';

const FRESH_MS = 60_000;

/** The texts of a type in the reader's language. */
export function useContents(type: ContentType): UseQueryResult<ContentItem[]> {
  const { value: language } = useLocale();
  return useQuery({
    queryKey: ['content.list', type, language],
    queryFn: ({ signal }) =>
      ask('content.list', { params: { id: type }, query: { language }, signal }),
    staleTime: FRESH_MS,
  });
}

/** One text in the reader's language. */
export function useContent(id: string): UseQueryResult<ContentText> {
  const { value: language } = useLocale();
  return useQuery({
    queryKey: ['content.get', id, language],
    queryFn: ({ signal }) => ask('content.get', { params: { id }, query: { language }, signal }),
    staleTime: FRESH_MS,
  });
}
