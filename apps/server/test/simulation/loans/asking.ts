import { type Answer, askOnce } from '../asking.ts';
import { digestOf } from './snapshot.ts';
import type { SimUser, World } from './world.ts';

type AskParams = Omit<Parameters<typeof askOnce>[1], 'userId' | 'digest'> & {
  readonly who: SimUser;
  readonly call: 'loans.apply' | 'loans.draw' | 'loans.repay' | 'loans.add-collateral';
};

/** Sends a command of a borrower; what is refused or sent again leaves loans and the books as they were. */
export function ask(
  world: World,
  { who, ...asked }: AskParams,
  send: Parameters<typeof askOnce>[2],
): Promise<Answer> {
  const digest = () => digestOf(world.product.owner);
  return askOnce(world, { ...asked, userId: who.userId, digest }, send);
}
