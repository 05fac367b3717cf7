import { randomUUID } from 'node:crypto';
import {
  type Asset,
  HOUR_MS,
  type RequestId,
  formatMoney,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { hashOf as hashBody } from '../../../src/platform/commit/idempotency.ts';
import { hashSecret, newSecret } from '../../../src/platform/secrets/session.ts';
import { SCALE } from '../conversion.ts';
import { convertAt, quoteConversion } from '../converting.ts';
import { count } from '../counts.ts';
import { playUntilFound } from '../running.ts';
import type { Carried, Command } from './commands.ts';
import { type World, NETWORK_OF, hashOf } from './world.ts';
import { inspect, see, settle } from './inspect.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;
type Said = { readonly code: string; readonly result: Record<string, string> };

const OPEN: ReadonlySet<string> = new Set(['requested', 'held', 'approved']);

const unitsOf = (text: string | undefined, asset: Asset): bigint =>
  parseMoney(text ?? '', asset)?.units ?? -1n;

async function cashOf(world: World, user: number, asset: Asset): Promise<bigint> {
  const { now } = await see(world);
  return now.balances.get(`${world.users[user]?.userId} ${asset} user:cash`) ?? 0n;
}

function pay(world: World, { user, coin, size, outputs }: Of<'pay'>): void {
  const who = world.users[user];
  if (who === undefined) return;
  const network = NETWORK_OF[coin];
  const txHash = hashOf(randomUUID());
  // Whole USDT, thousandths of an ETH, and a unit that no rounding makes.
  const units = BigInt(size) * (SCALE[coin] / (coin === 'USDT' ? 1n : 1_000n)) + 1n;
  for (let index = 0; index < outputs; index += 1) {
    const { userId } = who;
    world.chains[network].pool.payments.push({
      asset: coin,
      to: who.payTo[coin],
      units,
      txHash,
      index,
    });
    world.payments.set(`${txHash}:${index}`, { userId, asset: coin, units, network });
  }
}

async function turn(world: World): Promise<void> {
  await world.product.app.cashier.deposits.turn();
}

/** A confirmation as it stands after its proof. */
async function confirmed(world: World, userId: string, subject: string): Promise<string> {
  const stepUp = newSecret();
  const { owner, clock } = world.product;
  await owner.query(
    `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
     values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
    [hashSecret(stepUp), userId, subject, plusMs(clock.now(), HOUR_MS)],
  );
  return stepUp;
}

async function withdraw(world: World, act: Of<'withdraw'>): Promise<void> {
  const { coin, share, again } = act;
  const who = world.users[act.user];
  const cash = await cashOf(world, act.user, coin);
  const units = (cash * BigInt(share)) / 1_000n;
  if (who === undefined || units === 0n) return;
  const { userId } = who;
  const { withdrawals } = world.product.app.cashier;
  const body = {
    asset: coin,
    network: NETWORK_OF[coin],
    addressId: who.book[coin],
    amount: formatMoney({ asset: coin, units }),
  };
  const quoted = await withdrawals.quote(userId, body);
  if (!quoted.ok) {
    count(world, `withdrawal refused: ${quoted.failure.name}`);
    return;
  }
  const { quoteId } = quoted.value;
  const request = async (
    requestId: string,
    stepUp: string,
  ): Promise<{ text: string; said: Said }> => {
    const all = { ...body, quoteId, stepUp, requestId: requestId as RequestId };
    const command = {
      userId,
      request: {
        userId,
        requestId: requestId as RequestId,
        call: 'cashier.withdraw',
        bodyHash: hashBody(all),
      },
    };
    const { kept } = await withdrawals.withdraw(command, all);
    return { text: kept, said: JSON.parse(kept) as Said };
  };
  const requestId = randomUUID();
  const stepUp = await confirmed(world, userId, quoteId);
  const first = await request(requestId, stepUp);
  if (first.said.code !== '200') {
    world.wrong.push(`what was quoted was refused: ${first.said.code}`);
    return;
  }
  const part = (name: 'amount' | 'fee' | 'networkFee' | 'receive'): bigint =>
    unitsOf(quoted.value[name], coin);
  const promised = {
    amount: part('amount'),
    fee: part('fee'),
    networkFee: part('networkFee'),
    receive: part('receive'),
  };
  world.promised.set(first.said.result['id'] ?? '', promised);
  count(world, share === 1_000 ? 'withdrew everything' : 'withdrew');
  if (!again) return;
  const same = await request(requestId, stepUp);
  if (same.text !== first.text) world.wrong.push('the same request got another answer');
  else count(world, 'same request again');
  const other = await request(randomUUID(), await confirmed(world, userId, quoteId));
  if (other.said.code === '200') world.wrong.push('a quote was used twice');
  else count(world, 'used quote refused');
}

/** A unit more than there is. */
async function overdraw(world: World, { user, coin }: Of<'overdraw'>): Promise<void> {
  const who = world.users[user];
  const cash = await cashOf(world, user, coin);
  if (who === undefined) return;
  const quoted = await world.product.app.cashier.withdrawals.quote(who.userId, {
    asset: coin,
    network: NETWORK_OF[coin],
    addressId: who.book[coin],
    amount: formatMoney({ asset: coin, units: cash + 1n }),
  });
  if (quoted.ok) world.wrong.push(`${coin}: more than there is was quoted`);
  else count(world, `overdraft: ${quoted.failure.name}`);
}

async function cancel(world: World, { which }: Of<'cancel'>): Promise<void> {
  const { now } = await see(world);
  const all = now.withdrawals.filter(({ state }) => state !== 'cancelled');
  const one = all[which % Math.max(1, all.length)];
  if (one === undefined) return;
  const requestId = randomUUID() as RequestId;
  const userId = one.userId as World['users'][number]['userId'];
  const request = {
    userId,
    requestId,
    call: 'cashier.cancel-withdrawal',
    bodyHash: hashBody({ id: one.id }),
  };
  const { kept } = await world.product.app.cashier.withdrawals.cancel({ userId, request }, one.id);
  const { code } = JSON.parse(kept) as Said;
  const may = OPEN.has(one.state) && !one.isExported;
  if ((code === '200') !== may) world.wrong.push(`cancelled while ${one.state}: ${code}`);
  count(world, code === '200' ? 'cancelled' : 'cancelled too late');
}

/** People decide a case about a withdrawal: two for a yes, one for a no. */
async function decide(world: World, { which, verdict }: Of<'decide'>): Promise<void> {
  const { owner, app } = world.product;
  const open = await owner.query<{ id: string }>(
    `select id from cases.case where kind = 'withdrawal' and state <> 'decided'
     order by opened_at, number`,
  );
  const one = open[which % Math.max(1, open.length)];
  if (one === undefined) return;
  if (verdict === 'approved') {
    await owner.query(
      `update cases.case set state = 'firstYes', first_by = 'b', first_at = now() where id = $1`,
      [one.id],
    );
  }
  await owner.query(
    `update cases.case set state = 'decided', verdict = $2, decided_by = 'c', decided_at = now(),
       reason = case when $2 = 'rejected' then 'account-at-risk' end where id = $1`,
    [one.id, verdict],
  );
  await app.cases.carryOutAll();
  await app.cashier.withdrawals.advance();
  count(world, `decided: ${verdict}`);
}

async function batch(world: World, { network }: Of<'batch'>): Promise<void> {
  const { payouts } = world.product.app.cashier.withdrawals;
  if (world.documents.has(network)) return;
  const maker = { id: world.maker, role: 'cashierMaker' } as const;
  const made = await payouts.make(network, maker);
  if (!made.ok) return;
  const out = await payouts.exported(made.value, maker);
  if (!out.ok) {
    count(world, 'export refused');
    return;
  }
  world.documents.set(network, { id: made.value, document: out.value });
  count(world, `exported on ${network}`);
}

type Document = {
  readonly batch: string;
  readonly from: string;
  readonly items: readonly {
    readonly withdrawalId: string;
    readonly to: string;
    readonly asset: Carried;
    readonly units: string;
    readonly unsigned: { readonly txID?: string };
  }[];
};

const ELSEWHERE = { tron: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9', ethereum: `0x${'ab'.repeat(20)}` };

/** The batch is signed and sent outside, and its hashes are handed in by another member. */
async function send(world: World, { network, how }: Of<'send'>): Promise<void> {
  const waiting = world.documents.get(network);
  if (waiting === undefined) return;
  const { payouts } = world.product.app.cashier.withdrawals;
  const document = JSON.parse(waiting.document) as Document;
  const chain = world.chains[network];
  const hashes = document.items.map(({ withdrawalId, to, asset, units, unsigned }) => {
    const hash =
      network === 'tron' ? (unsigned.txID ?? '') : `0x${hashOf(`${withdrawalId} ${world.nonce}`)}`;
    const paid = {
      asset,
      to: how === 'wrong' ? ELSEWHERE[network] : to,
      units: BigInt(units),
    };
    chain.pool.sent.push({
      hash,
      from: document.from,
      state: how === 'failed' ? 'failed' : 'mined',
      paid: how === 'failed' ? [] : [paid],
      uses: network === 'tron' ? [] : [`nonce:${world.nonce}`],
      gas: network === 'tron' ? null : { asset: 'ETH', units: 21_000n },
    });
    if (network === 'ethereum') world.nonce += 1;
    return { withdrawalId, hash };
  });
  const said = { batch: document.batch, hashes };
  const own = await payouts.sent(waiting.id, said, { id: world.maker, role: 'cashierChecker' });
  if (own.ok) world.wrong.push('who made the batch handed its hashes in');
  const handed = await payouts.sent(waiting.id, said, {
    id: world.checker,
    role: 'cashierChecker',
  });
  if (!handed.ok) {
    world.wrong.push(`hashes were refused: ${handed.failure.name}`);
    return;
  }
  world.documents.delete(network);
  count(world, `sent, ${how}`);
}

async function convert(world: World, act: Of<'convert'>): Promise<void> {
  const { from, to, share, how } = act;
  const who = world.users[act.user];
  const cash = await cashOf(world, act.user, from);
  const units = (cash * BigInt(share)) / 1_000n;
  if (who === undefined || units === 0n || from === to) return;
  const { userId } = who;
  const { product } = world;
  await world.say();
  const quoted = await quoteConversion(product, world.cents, { userId, from, to, amount: units });
  if ('refused' in quoted) {
    count(world, `conversion refused: ${quoted.refused}`);
    return;
  }
  const { quoteId, want, wrong } = quoted;
  world.wrong.push(...wrong);
  if (how === 'moved') {
    movePrices(world, 50);
    await world.say();
  }
  if (how === 'late') world.product.clock.advance(5_001);
  const request = (under: string) => convertAt(product, { userId, quoteId, requestId: under });
  const requestId = randomUUID();
  const { kept, code } = await request(requestId);
  if (how === 'late') {
    if (code === '200') world.wrong.push('a quote that ended was converted');
    else count(world, 'late conversion refused');
    return;
  }
  if (code !== '200') {
    world.wrong.push(`a quoted conversion was refused: ${code}`);
    return;
  }
  world.exchanged.set(quoteId, want);
  count(world, from !== 'USDT' && to !== 'USDT' ? 'converted coin to coin' : 'converted');
  if (how === 'moved') count(world, 'converted at a price that moved');
  if (how !== 'again') return;
  if ((await request(requestId)).kept !== kept) world.wrong.push('converted again by one request');
  if ((await request(randomUUID())).code === '200') world.wrong.push('a quote was converted twice');
}

function movePrices(world: World, tenthPermille: number): void {
  for (const coin of ['BTC', 'ETH'] as const) {
    const next = (world.cents[coin] * BigInt(10_000 + tenthPermille)) / 10_000n;
    if (next > 100_000n && next < 10_000_000n) world.cents[coin] = next;
  }
}

async function hold(world: World, { user, seconds }: Of<'hold'>): Promise<void> {
  const who = world.users[user];
  if (who === undefined) return;
  const { clock, owner } = world.product;
  const at = clock.now();
  const until = plusMs(at, seconds * 1_000);
  await owner.query(
    `insert into accounts.hold (user_id, id, reason, at, until)
     values ($1, $2, 'password-changed', platform.from_ms($3), platform.from_ms($4))`,
    [who.userId, randomUUID(), at, until],
  );
  world.holds.push({ userId: who.userId, at, until });
}

/** The next hold comes to its end: a second before it nothing moves, and at it everything does. */
async function holdEnds(world: World): Promise<void> {
  const { clock } = world.product;
  const next = world.holds.map(({ until }) => until).toSorted((a, b) => a - b);
  const end = next.find((until) => until > clock.now() + 1_000);
  if (end === undefined) return;
  const { withdrawals } = world.product.app.cashier;
  clock.set((end - 1_000) as ReturnType<typeof clock.now>);
  await withdrawals.advance();
  clock.set(end as ReturnType<typeof clock.now>);
  await withdrawals.advance();
  const { now } = await see(world);
  const late = now.withdrawals.filter(
    (one) => one.state === 'held' && one.reason === 'credentials' && (one.deadline ?? 0) <= end,
  );
  if (late.length > 0) world.wrong.push('a hold went on after its end');
  count(world, 'a hold ended');
}

async function play(world: World, command: Command): Promise<void> {
  const { product, chains } = world;
  const { cashier } = product.app;
  product.clock.advance(1);
  switch (command.do) {
    case 'pay':
      return pay(world, command);
    case 'mine':
      chains[command.network].mine(command.blocks);
      return command.turn ? turn(world) : undefined;
    case 'reorg':
      chains[command.network].reorg(command.depth, command.keeps);
      // What nobody looked at meanwhile stands in another block at once.
      if (!command.turn) chains[command.network].mine(1);
      count(world, command.keeps ? 'reorg that keeps' : 'reorg that loses');
      return command.turn ? turn(world) : undefined;
    case 'lie':
      chains[command.network].lies = !chains[command.network].lies;
      return undefined;
    case 'away':
      chains[command.network].isAway = !chains[command.network].isAway;
      return undefined;
    case 'turn':
      return turn(world);
    case 'wait':
      product.clock.advance(command.seconds * 1_000);
      return undefined;
    case 'price':
      movePrices(world, command.tenthPermille);
      return world.say();
    case 'hold':
      return hold(world, command);
    case 'holdEnds':
      return holdEnds(world);
    case 'withdraw':
      return withdraw(world, command);
    case 'overdraw':
      return overdraw(world, command);
    case 'cancel':
      return cancel(world, command);
    case 'advance':
      return cashier.withdrawals.advance();
    case 'decide':
      return decide(world, command);
    case 'batch':
      return batch(world, command);
    case 'send':
      return send(world, command);
    case 'watch':
      return cashier.withdrawals.watch();
    case 'convert':
      return convert(world, command);
    default:
      return restart(world);
  }
}

async function restart(world: World): Promise<void> {
  await world.product.restart();
  await world.say();
  count(world, 'restart');
}

/** Everything is read and compared with the chains each so many commands. */
const FULL_EVERY = 50;

/** Plays a run; answers the first violations found, with the command they came after. */
export function playRun(world: World, commands: readonly Command[]): Promise<string[]> {
  return playUntilFound(commands, {
    async play(command) {
      await play(world, command);
      count(world, `did ${command.do}`);
    },
    async inspect(_, place) {
      const found = await inspect(world, false);
      const isFull = place % FULL_EVERY === 0 || place === commands.length;
      if (found.length > 0 || !isFull) return found;
      await settle(world);
      return inspect(world, true);
    },
  });
}
