import type { RequestId, UserId } from '@candor/kernel';
import { formatMoney, parseMoney } from '@candor/kernel';
import { hashOf } from '../../src/platform/commit/idempotency.ts';
import type { TestApp } from '../start-app.ts';
import { type Cents, type Exchanged, exchangedAt } from './conversion.ts';

/** A conversion that was quoted, and what it has to bring; or why there is none. */
export type Quoted =
  | { readonly quoteId: string; readonly want: Exchanged; readonly wrong: readonly string[] }
  | { readonly refused: string };

/** Asks what a conversion would bring, and compares it with our own formula. */
export async function quoteConversion(
  product: TestApp,
  cents: Cents,
  asked: { readonly userId: UserId } & Pick<Exchanged, 'from' | 'to' | 'amount'>,
): Promise<Quoted> {
  const { userId, from, to, amount } = asked;
  const body = { from, to, amount: formatMoney({ asset: from, units: amount }) };
  const quoted = await product.app.exchange.quote({ userId, mode: 'real', body });
  if (!quoted.ok) {
    const { name, facts } = quoted.failure;
    return { refused: facts?.['why'] ?? name };
  }
  const { quoteId, receive, spread } = quoted.value;
  const want = exchangedAt(cents, { from, to, amount });
  const isRight =
    parseMoney(receive, to)?.units === want.receive &&
    parseMoney(spread, 'USDT')?.units === want.spread;
  const said = `${amount} ${from} bring ${receive} ${to}, not ${want.receive} units`;
  return { quoteId, want, wrong: isRight ? [] : [said] };
}

/** Converts at a quote, under a request; the answer as it was kept. */
export async function convertAt(
  product: TestApp,
  said: { readonly userId: UserId; readonly quoteId: string; readonly requestId: string },
): Promise<{ readonly kept: string; readonly code: string }> {
  const { userId, quoteId, requestId } = said;
  const { kept } = await product.app.exchange.commands.convert({
    userId,
    mode: 'real',
    request: {
      userId,
      requestId: requestId as RequestId,
      call: 'exchange.convert',
      bodyHash: hashOf({ quoteId }),
    },
    body: { quoteId },
  });
  return { kept, code: (JSON.parse(kept) as { code: string }).code };
}
