import {
  type Asset,
  type Clock,
  type Result,
  type UserId,
  fail,
  formatMoney,
  newUuid,
  ok,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import {
  type ClaimBody,
  type DepositClaim,
  type Failure,
  NETWORK_ASSETS,
  type Network,
  claims as protocol,
} from '@candor/protocol';
import { type Cases, listNumbers } from '../../cases/index.ts';
import { type Files, LOOK_PLACES } from '../../files/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import {
  type Answered,
  type IdempotencyKey,
  findKept,
  keepAnswers,
} from '../../platform/commit/idempotency.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import { MIN_DEPOSIT } from '../deposits/index.ts';
import { CLAIM_MS, COMPARED_MS, WAITING_MAX } from './rules.ts';
import {
  type ClaimRow,
  countWaiting,
  insertClaim,
  listClaims,
  listOfProofs,
  listSeen,
  lockClaims,
} from './store.ts';

export { depositClaim } from './kind.ts';

/** What users say they paid in. */
export type Claims = {
  /** Has staff look for a payment, once per request. */
  claim(
    said: { readonly userId: UserId; readonly request: IdempotencyKey },
    body: ClaimBody,
  ): Promise<KeptText>;
  list(asked: {
    readonly userId: UserId;
    readonly page: number;
    readonly size: number;
  }): Promise<{ records: DepositClaim[]; total: number }>;
};

function viewOf(row: ClaimRow): DepositClaim {
  const asset = row.asset as Asset;
  const isWaiting = row.state === 'waiting';
  return {
    id: row.id,
    asset,
    network: row.network as Network,
    amount: formatMoney({ asset, units: BigInt(row.units) }),
    txHashTail: row.tx_hash_tail,
    state: row.state as DepositClaim['state'],
    holder: !isWaiting ? null : row.is_found ? 'chain' : 'operator',
    deadline: isWaiting ? row.deadline : null,
    createdTime: row.created_at,
    decidedTime: row.decided_at,
  };
}

/** Opens claims in a process. */
export function createClaims(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'open'>;
  readonly files: Pick<Files, 'near' | 'use'>;
  readonly parameters: Pick<Parameters, 'text'>;
  readonly committed: () => void;
  /** Asked within the claim's transaction: a second connection could not be had while others wait. */
  readonly isOpen: (network: Network, sql: Sql) => Promise<boolean>;
}): Claims {
  const { db, clock, cases, files, parameters, committed } = deps;

  async function judge(tx: Tx, body: ClaimBody): Promise<Result<bigint, Failure>> {
    const { asset, network } = body;
    if (!NETWORK_ASSETS[network].some((one) => one === asset)) {
      return fail({ name: 'method-missing', field: 'network' });
    }
    if (!(await deps.isOpen(network, tx))) return fail({ name: 'not-yet-open' });
    const amount = parseMoney(body.amount, asset);
    if (amount === null) return fail({ name: 'quantity-refused', field: 'amount' });
    const limit = parameters.text(MIN_DEPOSIT[asset]);
    const min = parseMoney(limit, asset);
    if (min !== null && amount.units < min.units) {
      const facts = { asset, min: limit };
      return fail({ name: 'below-minimum-deposit', field: 'amount', facts });
    }
    return ok(amount.units);
  }

  /** Other claims with such a picture: a hint, by the numbers of their cases, whosever they are. */
  async function alike(tx: Tx, claim: { userId: UserId; proofId: string }): Promise<string> {
    const since = plusMs(clock.now(), -COMPARED_MS);
    const near = await files.near(tx, { id: claim.proofId, since });
    const distances = new Map(near.map(({ id, distance }) => [id, distance]));
    const claims = near.length === 0 ? [] : await listOfProofs(tx, [...distances.keys()]);
    const numbers = await listNumbers(
      tx,
      claims.map(({ case_id: id }) => id),
    );
    const texts = claims.map(({ case_id: id, proof_id: proofId, user_id: of }) => {
      const whose = of === claim.userId ? 'the same user' : 'another user';
      const differs = `${distances.get(proofId) ?? 0} of ${LOOK_PLACES} places differ`;
      return `${numbers.get(id) ?? '–'} (${whose}, ${differs})`;
    });
    return texts.length === 0 ? 'none of the last 90 days' : texts.join(', ');
  }

  async function put(
    tx: Tx,
    userId: UserId,
    body: ClaimBody,
  ): Promise<Result<DepositClaim, Failure>> {
    const judged = await judge(tx, body);
    if (!judged.ok) return judged;
    const { asset, network, proofId } = body;
    const units = judged.value;
    if ((await countWaiting(tx, userId)) >= WAITING_MAX) {
      return fail({ name: 'limit-reached', facts: { what: 'claims', max: String(WAITING_MAX) } });
    }
    const used = await files.use(tx, { userId, ids: [proofId], purpose: 'proof' });
    if (!used.ok) return fail({ name: 'not-found', field: 'proofId' });
    const at = clock.now();
    const tail = body.txHashTail.toLowerCase();
    const amount = formatMoney({ asset, units });
    const seen = await listSeen(tx, { userId, network, asset, tail });
    const texts = seen.map((one) => {
      const paid = formatMoney({ asset, units: BigInt(one.units) });
      return `${paid} ${asset}, ${one.state}, ${one.tx_hash}`;
    });
    const similar = await alike(tx, { userId, proofId });
    const { id: caseId } = await cases.open(tx, {
      kind: 'deposit',
      by: userId,
      proposal: {
        userId,
        subject: `${NETWORK_NAMES[network]}: ${amount} ${asset}, …${tail}`,
        amount: null,
        asset: null,
        facts: {
          userId,
          network,
          asset,
          amount,
          tail,
          seen: texts.length === 0 ? 'nothing to an address of the user' : texts.join('; '),
          alike: similar,
        },
        evidence: [proofId],
      },
    });
    const id = newUuid(at);
    const deadline = plusMs(at, CLAIM_MS);
    await insertClaim(tx, {
      userId,
      id,
      asset,
      network,
      units,
      tail,
      proofId,
      caseId,
      deadline,
      at,
    });
    return ok({
      id,
      asset,
      network,
      amount,
      txHashTail: tail,
      state: 'waiting',
      holder: 'operator',
      deadline,
      createdTime: at,
      decidedTime: null,
    });
  }

  return {
    async claim({ userId, request }, body) {
      const answer = await db.transaction(async (tx) => {
        await lockClaims(tx, userId);
        const kept = await findKept(tx, [request]);
        // What a refusal used of the picture is given back: it is a savepoint's work.
        await tx.query('savepoint asked');
        const decided = kept.size > 0 ? ok(null) : await put(tx, userId, body);
        if (!decided.ok) await tx.query('rollback to savepoint asked');
        const answers: Answered[] = [];
        const said = answerOnce(protocol.claimDeposit, request, {
          kept,
          answers,
          decide: () => decided,
        });
        await keepAnswers(tx, answers, clock.now());
        return said;
      });
      committed();
      return answer;
    },
    async list(asked) {
      const { rows, total } = await listClaims(db, asked);
      return { records: rows.map(viewOf), total };
    },
  };
}
