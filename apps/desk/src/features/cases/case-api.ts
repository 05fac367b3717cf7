import type { CaseDetail, DeskCallInput } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';
import { READ_ONCE } from '../../lib/scrolled.ts';
import { type Command, useCommand } from '../../lib/use-command.ts';

const keyOf = (id: string) => ['cases', 'one', id] as const;

/** A case is read anew while what was decided is carried out. @units milliseconds */
const APPLYING_MS = 1_000;

const isApplying = ({ state, verdict, appliedAt }: CaseDetail): boolean =>
  state === 'decided' && verdict === 'approved' && appliedAt === null;

/** A case with everything its page shows. */
export function useCase(id: string): UseQueryResult<CaseDetail> {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => ask('cases.get', { params: { id }, signal }),
    ...READ_ONCE,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isApplying(data) ? APPLYING_MS : false,
  });
}

/** Calls that change a case and answer with it as it is then. */
export type CaseCall = 'cases.claim' | 'cases.release' | 'cases.note' | 'cases.decide';

/** Refusals that say the case is not as it was shown any more. */
const STALE = new Set(['case-changed', 'case-decided', 'case-claimed', 'not-found']);

/** Whether a refusal says that what was shown is not so any more. */
export const isStale = (name: string | undefined): boolean => name !== undefined && STALE.has(name);

/** Changes a case; what it answers is shown at once, and the queue is read again. */
export function useCaseCommand(id: string): Omit<Command, 'send'> & {
  readonly send: <Name extends CaseCall>(
    name: Name,
    body?: DeskCallInput<Name>['body'],
  ) => Promise<CaseDetail | null>;
  /** Reads the case again: a refusal said that it changed. */
  readonly readAgain: () => void;
} {
  const client = useQueryClient();
  const { send, ...command } = useCommand();
  const readAgain = (): void => void client.invalidateQueries({ queryKey: ['cases'] });
  return {
    ...command,
    readAgain,
    async send(name, body) {
      const input = { params: { id }, ...(body === undefined ? {} : { body }) };
      const answer = await send(name, input as DeskCallInput<typeof name>);
      if (answer === null) {
        // Whatever the refusal was, what is shown may be why.
        readAgain();
        return null;
      }
      const found = answer.value as CaseDetail;
      client.setQueryData(keyOf(id), found);
      void client.invalidateQueries({ queryKey: ['cases', 'queue'] });
      void client.invalidateQueries({ queryKey: ['cases', 'counts'] });
      return found;
    },
  };
}
