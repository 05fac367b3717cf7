import { Button, ErrorNote, Note, buttonClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { PlanAftermath } from '../PlanAftermath.tsx';
import { useKeptDraft } from '../../../lib/kept-draft.ts';
import { usdtWords } from '../../../lib/figure-words.ts';
import { utcTime } from '../words.ts';
import { InvestReview, type PlanCosts } from './InvestReview.tsx';
import { WishFields } from './WishFields.tsx';
import { type Purchase, type PurchaseParams, usePurchase } from './use-purchase.ts';
import {
  type Wish,
  type WishTerms,
  type Wished,
  isWish,
  nextMidnight,
  refusalOf,
  wishWords,
  wishedOf,
} from './wish.ts';

/** It waits for midnight now; what may still be done is said. */
function Done(props: { readonly purchase: Purchase; readonly plansHref: string }): ReactElement {
  const { purchase, plansHref } = props;
  const t = useT();
  const { done } = purchase;
  if (done === null) return <></>;
  const when = `\u2068${utcTime(nextMidnight(done.buyTime))}\u2069`;
  return (
    <div role="status">
      <Note
        title={t('plans.done', { amount: usdtWords(done.amount), when })}
        action={
          <Link href={plansHref} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t(done.mode === 'demo' ? 'plans.mine-paper' : 'plans.mine')}
          </Link>
        }
      >
        {t('plans.joins-text')}
      </Note>
    </div>
  );
}

/** Typed, reviewed, sent; every refusal stands where it belongs. */
export function PurchaseSteps(props: {
  /** What its draft is kept under. */
  readonly form: string;
  readonly terms: WishTerms;
  readonly costs: PlanCosts | null;
  readonly isPaper: boolean;
  readonly plansHref: string;
  readonly initial?: Wish | undefined;
  readonly askedOf: (wished: Wished) => PurchaseParams;
}): ReactElement {
  const { form, terms, costs, isPaper, plansHref, initial, askedOf } = props;
  const t = useT();
  const [wish, write, clear] = useKeptDraft<Wish>(form, {
    nothing: initial ?? { amount: '', days: terms.days[0] ?? 0, maxLoss: '' },
    read: (kept) => (isWish(kept) ? kept : null),
  });
  const [isPressed, setPressed] = useState(false);
  const [isReviewed, setReviewed] = useState(false);
  const purchase = usePurchase();
  const refusal = purchase.failure === null ? null : refusalOf(purchase.failure, terms, t);
  const wished = wishedOf(wish, terms);
  const back = (): void => {
    purchase.clear();
    setReviewed(false);
  };
  if (purchase.done !== null) return <Done purchase={purchase} plansHref={plansHref} />;
  if (isReviewed && wished !== null && refusal === null) {
    const send = async (): Promise<void> => {
      if (await purchase.send(askedOf(wished))) clear();
    };
    return (
      <InvestReview
        asked={wished}
        costs={costs}
        action={
          <div className="grid gap-2">
            <Button
              size="lg"
              wide
              busy={purchase.isSending ? t('ticket.sending') : undefined}
              onClick={() => void send()}
            >
              {t(isPaper ? 'plans.confirm-paper' : 'plans.confirm', {
                amount: usdtWords(wished.amount),
              })}
            </Button>
            <Button variant="ghost" disabled={purchase.isSending} onClick={back}>
              {t('common.back')}
            </Button>
            <PlanAftermath aftermath={purchase.aftermath} />
          </div>
        }
      />
    );
  }
  const words = {
    ...(isPressed ? wishWords(wish, terms, t) : {}),
    ...(refusal === null || refusal.field === 'form' ? {} : { [refusal.field]: refusal.words }),
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        purchase.clear();
        setReviewed(wished !== null);
      }}
    >
      <WishFields
        wish={wish}
        terms={terms}
        words={words}
        onChange={(change) => {
          back();
          write(change);
        }}
      />
      {refusal?.field === 'form' && <ErrorNote>{refusal.words}</ErrorNote>}
      <Button type="submit" size="lg" wide>
        {t('plans.review')}
      </Button>
    </form>
  );
}
