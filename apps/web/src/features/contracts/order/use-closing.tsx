import type { CallResult, Order } from '@candor/protocol/light';
import { formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useCloseContract } from './end-commands.ts';
import { receiptHref } from '../../../lib/receipt-address.ts';
import { orderName } from './view.ts';
import { useOnce } from './use-once.ts';
import { useSentence } from '../../../lib/use-sentence.ts';
import { Link } from 'wouter';
import type { Translate } from '@candor/locales';

type Closed = CallResult<'contracts.close'>;

/** A closing as it goes. */
export type ClosingCommand = {
  /** Closes the lots named, or all that are open; answers whether it did. */
  readonly close: (lots?: string) => Promise<boolean>;
  readonly isBusy: boolean;
  /** What went wrong, or that the answer is late; null when there is nothing to say. */
  readonly problem: string | null;
};

/** Says at what price a contract closed and what came of it. */
function useClosedToast(tickSize: string | undefined): (closed: Closed) => void {
  const t = useT();
  return ({ price, profit, order }) => {
    const style = tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) };
    toast({
      title: t('message.close-done', {
        price: formatNumber(price, style),
        profit: formatNumber(profit, { places: 2, sign: 'always' }),
      }),
      text:
        order.status === 'running'
          ? `${orderName(order, t)}. ${t('orders.part-left')}`
          : orderName(order, t),
      ...(order.receiptNo === undefined
        ? {}
        : {
            action: (
              <Link
                href={receiptHref(order.receiptNo)}
                className="font-semibold underline underline-offset-3"
              >
                {t('orders.receipt-word')}
              </Link>
            ),
          }),
    });
  };
}

/**
 * Closes a contract, once in effect however often it is pressed. After silence it asks what became
 * of it and says the specification's sentence only while that is unknown.
 */
export function useClosing(order: Pick<Order, 'id'>, tickSize: string | undefined): ClosingCommand {
  const [problem, setProblem] = useSentence();
  const act = useCloseContract(() => setProblem((read) => read('orders.asking')));
  const sayClosed = useClosedToast(tickSize);
  const close = async (lots?: string): Promise<boolean> => {
    setProblem(null);
    const end = await act.mutateAsync({ id: order.id, ...(lots === undefined ? {} : { lots }) });
    if (end.kind === 'done') {
      setProblem(null);
      sayClosed(end.result);
      return true;
    }
    if (end.kind !== 'refused') {
      setProblem((read) => openEndText(end, read, 'message.close-failed'));
    } else {
      const { failure } = end;
      const why = (read: Translate): string => failureText(failure, read);
      if (failure.name === 'already-closed') setProblem(why);
      else setProblem((read) => `${read('message.close-failed')} ${why(read)}`);
    }
    return false;
  };
  const once = useOnce(close);
  return { close: async (lots) => (await once(lots)) === true, isBusy: act.isPending, problem };
}
