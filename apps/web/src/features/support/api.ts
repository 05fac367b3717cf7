import { SUPPORT_ASK_MS, type CallInput, type CallResult } from '@candor/protocol/light';
import {
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useOwnMeta, useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';
import { type Visit, forgetVisit, keepVisit, useVisits } from './visits.ts';

/** A conversation with its messages. */
export type Conversation = CallResult<'support.get'>;
type Message = CallResult<'support.reply'>;

/** The way into a visitor's conversation; undefined for one of the account. */
export const useVisit = (id: string): Visit | undefined =>
  useVisits().find((visit) => visit.id === id);

const tokenOf = (visit: Visit | undefined): { readonly visitorToken?: string } =>
  visit === undefined ? {} : { visitorToken: visit.token };

const keyOf = (id: string, visit: Visit | undefined) =>
  visit === undefined ? queryKeys.conversation(id) : queryKeys.visit(id);

/** Messages of two readings, each once and in their order. */
function joined(before: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map([...before, ...more].map((message) => [message.place, message]));
  return [...all.values()].toSorted((a, b) => a.place - b.place);
}

async function read(
  client: QueryClient,
  params: {
    readonly id: string;
    readonly visit: Visit | undefined;
    readonly signal: AbortSignal;
  },
): Promise<Conversation> {
  const { id, visit, signal } = params;
  const kept = (): readonly Message[] =>
    client.getQueryData<Conversation>(keyOf(id, visit))?.messages ?? [];
  const after = kept().at(-1)?.place;
  const now = await ask('support.get', {
    params: { id },
    query: after === undefined ? {} : { after },
    signal,
    ...tokenOf(visit),
  });
  // What was sent meanwhile may be here already.
  return { ...now, messages: joined(kept(), now.messages) };
}

/**
 * A conversation. The live line says when something came into one of the account; a visitor has no
 * line, so the page asks while a user looks at it.
 */
export function useConversation(id: string): UseQueryResult<Conversation> {
  const client = useQueryClient();
  const visit = useVisit(id);
  const { state } = useSession();
  const own = useOwnMeta();
  return useQuery({
    queryKey: keyOf(id, visit),
    ...(visit === undefined && { meta: own }),
    queryFn: ({ signal }) => read(client, { id, visit, signal }),
    enabled: visit !== undefined || state === 'in',
    staleTime: 0,
    refetchInterval: visit === undefined ? false : SUPPORT_ASK_MS,
  });
}

/** The conversations of the account, the one written to last first. */
export function useConversations(size: number): UseQueryResult<CallResult<'support.list'>> {
  return useOwnQuery({
    keyOf: () => queryKeys.supportList(size),
    read: (params) => ask('support.list', { query: { size }, ...params }),
    staleTime: 0,
    keepsBefore: true,
  });
}

type OpenBody = NonNullable<CallInput<'support.open'>['body']>;

/** Begins a conversation; a visitor's way into it is kept in this window. */
export function useOpen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OpenBody) => ask('support.open', { body }),
    onSuccess({ id, number, visitorToken }, { subject }) {
      if (visitorToken !== undefined) keepVisit({ id, number, subject, token: visitorToken });
      void client.invalidateQueries({ queryKey: queryKeys.support() });
    },
  });
}

type ReplyBody = NonNullable<CallInput<'support.reply'>['body']>;

/** Writes into a conversation; what was written is shown at once. */
export function useReply(id: string) {
  const client = useQueryClient();
  const visit = useVisit(id);
  return useMutation({
    mutationFn: (body: ReplyBody) =>
      ask('support.reply', { params: { id }, body, ...tokenOf(visit) }),
    onSuccess(message) {
      const queryKey = keyOf(id, visit);
      client.setQueryData<Conversation>(queryKey, (before) =>
        before === undefined
          ? before
          : { ...before, state: 'open', messages: joined(before.messages, [message]) },
      );
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: queryKeys.support() });
    },
  });
}

/** Makes a visitor's conversation one of the account; its key ends. */
export function useClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, token }: Visit) =>
      ask('support.claim', { params: { id }, body: { visitorToken: token } }),
    onSuccess(_, { id }) {
      forgetVisit(id);
      void client.invalidateQueries({ queryKey: queryKeys.support() });
    },
  });
}

/** Has a code sent to the address a visitor gives. */
export function useRequestMail({ id, token }: Visit) {
  return useMutation({
    mutationFn: (email: string) =>
      ask('support.request-mail', { params: { id }, body: { email }, visitorToken: token }),
  });
}

/** Keeps the address whose code this is. */
export function useProveMail(visit: Visit) {
  const client = useQueryClient();
  const { id, token } = visit;
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly code: string }) =>
      ask('support.prove-mail', { params: { id }, body, visitorToken: token }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(id, visit) }),
  });
}

/** Opens a visitor's conversation by what they kept, and keeps it in this window again. */
export function useComeBack() {
  return useMutation({
    mutationFn: ({ id, token }: Pick<Visit, 'id' | 'token'>) =>
      ask('support.get', { params: { id }, visitorToken: token }),
    onSuccess: ({ id, number, subject }, { token }) => keepVisit({ id, number, subject, token }),
  });
}

/** Whether a text is ours. */
export function useVerify() {
  return useMutation({
    mutationFn: (text: string) => ask('support.verify', { body: { text } }),
  });
}
