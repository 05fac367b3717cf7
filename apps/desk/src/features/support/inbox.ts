import type {
  DeskCallInput,
  DeskCallName,
  DeskCallResult,
  InboxConversation,
  InboxItem,
  SavedReply,
} from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PAGES } from '../../lib/paths.ts';
import { ask } from '../../lib/query.ts';
import {
  PAGE_SIZE,
  READ_ONCE,
  type Scrolled,
  useReadAgainOn,
  useScrolled,
} from '../../lib/scrolled.ts';
import { useSupportCounts } from '../../lib/support-counts.ts';
import { type Command, useCommand } from '../../lib/use-command.ts';

type Query = NonNullable<DeskCallInput<'support.list'>['query']>;

/** Which conversations the inbox shows, as its address says it. */
export type InboxFilter = Pick<Query, 'q'> & { readonly state: NonNullable<Query['state']> };

/** What the inbox can be narrowed to, in the order it is offered. */
export const INBOX_STATES = [
  'open',
  'unassigned',
  'mine',
  'answered',
  'closed',
] as const satisfies readonly InboxFilter['state'][];

const CONVERSATION = new RegExp(`^${PAGES.support.path}/([\\w-]+)$`);

/** The conversation an address shows; null for the list alone. */
export const conversationIdOf = (path: string): string | null =>
  CONVERSATION.exec(path)?.[1] ?? null;

/** The address of the list, or of a conversation in it, with the filter kept. */
export function addressOf(id: string | null, filter: InboxFilter): string {
  const { state, q = '' } = filter;
  const said = { ...(state === 'open' ? {} : { state }), ...(q === '' ? {} : { q }) };
  const search = new URLSearchParams(said).toString();
  const path = id === null ? PAGES.support.path : `${PAGES.support.path}/${id}`;
  return search === '' ? path : `${path}?${search}`;
}

/** The filter in the address. What it names and nobody knows is refused by the server in words. */
export function useInboxFilter(): InboxFilter {
  const search = useSearch();
  // The same one while the address stays: rows that stand are not drawn again.
  return useMemo(() => {
    const said = Object.fromEntries(new URLSearchParams(search)) as Partial<InboxFilter>;
    const { state = 'open', q } = said;
    return { state, ...(q === undefined ? {} : { q }) };
  }, [search]);
}

/** Goes to a conversation, or changes what the list shows. */
export function useInboxMoves(filter: InboxFilter): {
  readonly openOne: (id: string | null) => void;
  readonly narrow: (change: Partial<InboxFilter>) => void;
} {
  const [path, navigate] = useLocation();
  return {
    openOne: (id) => navigate(addressOf(id, filter)),
    narrow: (change) =>
      navigate(addressOf(conversationIdOf(path), { ...filter, ...change }), { replace: true }),
  };
}

/** The list as far as it was scrolled. */
export function useInbox(filter: InboxFilter): Scrolled<InboxItem> {
  return useScrolled(
    {
      queryKey: ['support', 'list', filter],
      read: (after: string | null, signal) =>
        ask('support.list', {
          query: { ...filter, size: PAGE_SIZE, ...(after === null ? {} : { cursor: after }) },
          signal,
        }),
    },
    READ_ONCE,
  );
}

const SHOWN = [
  ['support', 'list'],
  ['support', 'one'],
] as const;

/** Reads list and conversation again whenever the counts of what waits change. */
export function useReadAgain(): void {
  useReadAgainOn(useSupportCounts().data, SHOWN);
}

/** A conversation with all its page shows. */
export function useConversation(id: string): UseQueryResult<InboxConversation> {
  return useQuery({
    queryKey: ['support', 'one', id],
    queryFn: ({ signal }) => ask('support.read', { params: { id }, signal }),
    ...READ_ONCE,
  });
}

/** Replies that are kept. */
export function useSaved(): UseQueryResult<{ records: SavedReply[] }> {
  return useQuery({
    queryKey: ['support', 'saved'],
    queryFn: ({ signal }) => ask('support.saved', { signal }),
  });
}

/** Calls that change what the inbox shows. */
type InboxCall = Extract<
  DeskCallName,
  | 'complaints.answer'
  | 'complaints.mark'
  | 'support.assign'
  | 'support.close'
  | 'support.keep-saved'
  | 'support.note'
  | 'support.reopen'
  | 'support.reply'
>;

/** Changes something of the inbox; whatever was answered, what is shown is read again. */
export function useInboxCommand(): Omit<Command, 'send'> & {
  readonly send: <Name extends InboxCall>(
    name: Name,
    input: DeskCallInput<Name>,
  ) => Promise<DeskCallResult<Name> | null>;
} {
  const client = useQueryClient();
  const { send, ...command } = useCommand();
  return {
    ...command,
    async send(name, input) {
      const answer = await send(name, input);
      await client.invalidateQueries({ queryKey: ['support'] });
      await client.invalidateQueries({ queryKey: ['complaints'] });
      return answer === null ? null : answer.value;
    },
  };
}
