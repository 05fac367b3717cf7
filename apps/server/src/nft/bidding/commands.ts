import { ensure } from '@candor/kernel';
import { nft as protocol } from '@candor/protocol';
import { type GroupCommit, createGroupCommit } from '../../platform/commit/group-commit.ts';
import { type Answered, keepStatements } from '../../platform/commit/idempotency.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import type { NftDeps } from '../token/deps.ts';
import { type BidCommand, bid, loadBatch } from './batch.ts';
import { changeStatements } from './writing.ts';

/** The commands of those who bid. */
export type NftCommands = {
  bid(command: Omit<BidCommand, 'admitted'>): Promise<KeptText>;
  /** Resolves when no command is queued or running. */
  idle(): Promise<void>;
  /** Commands that wait to be decided. */
  waiting(): number;
};

/** Decides a batch in one transaction, in the order in which its bids came. */
async function runBatch(
  tx: Tx,
  deps: NftDeps,
  commands: readonly BidCommand[],
): Promise<readonly KeptText[]> {
  const batch = await loadBatch(tx, deps, commands);
  const { kept, now } = batch;
  const answers: Answered[] = [];
  const said = commands.map((command) =>
    answerOnce(protocol.buyNft, command.request, {
      kept,
      answers,
      decide: () => deps.contracts.unjudged.watch(bid(batch, command)),
    }),
  );
  const tokens = [...batch.moved].map((id) => ensure(batch.tokens.get(id), 'it was loaded'));
  const parts = [...batch.movedParts].map((key) => ensure(batch.parts.get(key), 'it was loaded'));
  await sendAll(tx, [
    ...changeStatements({ ...batch, tokens, parts }, now),
    ...keepStatements(answers, now),
  ]);
  return said;
}

/** Makes the commands of one process. */
export function createNftCommands(deps: NftDeps): NftCommands {
  const { acting, clock, contracts } = deps;
  const group: GroupCommit<BidCommand, KeptText> = createGroupCommit({
    keyOf: ({ userId }) => userId,
    async runAll(commands) {
      const answers = await acting.transaction((tx) => runBatch(tx, deps, commands));
      deps.committed();
      return answers;
    },
  });
  return {
    async bid(command) {
      const { userId } = command;
      const admitted = await contracts.admitReal({ userId, now: clock.now() });
      return group.run({ ...command, admitted });
    },
    idle: () => group.idle(),
    waiting: () => group.waiting(),
  };
}
