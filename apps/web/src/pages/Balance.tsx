import { Button, Note, Skeleton, buttonClass, cardClass, useT } from '@candor/ui';
import { type ReactElement, Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ModeDialog } from '../features/accounts/ModeDialog.tsx';
import { useStepUp } from '../features/accounts/proofs/use-step-up.tsx';
import { FactorNeeded } from '../features/accounts/factors/FactorNeeded.tsx';
import { HoldsNote } from '../features/accounts/security/HoldsNote.tsx';
import { AssetList } from '../features/cashier/AssetList.tsx';
import { BalanceFigures } from '../features/cashier/BalanceFigures.tsx';
import { TermsCards } from '../features/cashier/TermsCards.tsx';
import { AddressBook } from '../features/cashier/book/AddressBook.tsx';
import { flowBegun } from '../features/cashier/drafts.ts';
import { UnjudgedNote } from '../features/portfolio/UnjudgedNote.tsx';
import { useUserInfo } from '../features/portfolio/api.ts';
import { TransactionsList } from '../features/records/TransactionsList.tsx';
import { NO_FILTER } from '../features/records/filter.ts';
import { PATHS, href, useSearch } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';
import { Authorization } from './balance/Authorization.tsx';
import { type StatementParams, CashierRecords } from './balance/CashierRecords.tsx';
import { DepositLimit } from './balance/DepositLimit.tsx';
import { FLOWS } from './balance/flows.ts';

type FlowName = keyof typeof FLOWS;
type DialogName = 'book' | 'authorization';

function Dialogs(props: {
  readonly open: DialogName | null;
  readonly onClose: () => void;
}): ReactElement | null {
  const { open, onClose } = props;
  const stepUp = useStepUp('address');
  if (open === 'authorization') return <Authorization onClose={onClose} />;
  if (open === null) return null;
  const confirm = () => stepUp.confirm();
  const needed = <FactorNeeded />;
  return <AddressBook {...{ onClose, confirm, needed }} confirming={stepUp.dialog} />;
}

/** The buttons that begin a deposit or a withdrawal, once it can be begun. */
function Begin(props: { readonly onFlow: (flow: FlowName) => void }): ReactElement {
  const { onFlow } = props;
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2 max-desktop:w-full max-desktop:*:flex-1">
      <Button onClick={() => onFlow('deposit')}>{t('balance.deposit')}</Button>
      <Button variant="secondary" onClick={() => onFlow('withdraw')}>
        {t('balance.withdraw')}
      </Button>
      <Link href={PATHS.convert} className={buttonClass({ variant: 'secondary' })}>
        {t('page.convert-title')}
      </Link>
    </div>
  );
}

/** Practice moves no real money: how to get to the account that does. */
function Practice(): ReactElement {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const { user } = useSession();
  const isBegun = flowBegun(user?.id) !== null;
  const change = (
    <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
      {t('mode.confirm-real')}
    </Button>
  );
  return (
    <>
      <Note title={t('message.switch-to-real')} action={change}>
        {t(isBegun ? 'balance.draft-kept' : 'balance.demo')}
      </Note>
      <ModeDialog to="real" open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

function Real(props: {
  readonly flow: FlowName | null;
  readonly onRecords: (asset: StatementParams['asset']) => void;
}): ReactElement {
  const t = useT();
  const [open, setOpen] = useState<DialogName | null>(null);
  const [place, setPlace] = useState('USDT tron');
  const withdrawal = useStepUp('withdrawal');
  // An address may say anything.
  const Flow = props.flow === null || !Object.hasOwn(FLOWS, props.flow) ? null : FLOWS[props.flow];
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-6 max-desktop:mt-5 max-desktop:gap-4 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-desktop:gap-4">
        {Flow !== null && (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Flow
              confirm={withdrawal.confirm}
              onBook={() => setOpen('book')}
              onAuthorize={() => setOpen('authorization')}
              onPlace={setPlace}
            />
          </Suspense>
        )}
        <AssetList onRecords={props.onRecords} />
        <div className={`flex flex-wrap items-center justify-between gap-3 p-5 ${cardClass}`}>
          <DepositLimit />
          <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
            <Button variant="secondary" size="sm" onClick={() => setOpen('book')}>
              {t('book.title')}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setOpen('authorization')}>
              {t('authorization.title')}
            </Button>
          </div>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-desktop:gap-4">
        <TermsCards key={place} place={place} isDeposit={props.flow === 'deposit'} />
      </div>
      {withdrawal.dialog}
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </div>
  );
}

function Body(): ReactElement {
  const t = useT();
  const { data: user } = useUserInfo();
  const { mode, user: who } = useSession();
  const [, navigate] = useLocation();
  const [begun] = useState(() => flowBegun(who?.id));
  const { flow = begun } = useSearch('balance');
  const open = (name: FlowName): void =>
    navigate(href('balance', { flow: name }), { replace: true });
  const [asked, setAsked] = useState<StatementParams>({ asset: '', round: 0 });
  const records = useRef<HTMLElement>(null);
  const isReal = mode === 'real';
  const showRecords = (asset: StatementParams['asset']): void => {
    setAsked(({ round }) => ({ asset, round: round + 1 }));
    records.current?.scrollIntoView({ block: 'start' });
    records.current?.focus({ preventScroll: true });
  };
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('balance.title')}
        </h1>
        {isReal && <Begin onFlow={open} />}
      </div>
      <div className="mb-6 grid gap-3 empty:hidden">
        {!isReal && <Practice />}
        {isReal && <HoldsNote />}
        <UnjudgedNote user={user} />
      </div>
      <BalanceFigures user={user} />
      {isReal ? (
        <Real key="real" flow={flow} onRecords={showRecords} />
      ) : (
        <div className="mt-8 max-desktop:mt-5">
          <AssetList onRecords={showRecords} />
        </div>
      )}
      <section
        ref={records}
        tabIndex={-1}
        aria-labelledby="balance-records"
        className="mt-10 scroll-mt-20 outline-none max-desktop:mt-8"
      >
        <h2 id="balance-records" className="mb-4 text-xl">
          {t('balance.records')}
        </h2>
        {isReal ? (
          <CashierRecords asked={asked} />
        ) : (
          <TransactionsList key={asked.round} begins={{ ...NO_FILTER, asset: asked.asset }} />
        )}
      </section>
    </div>
  );
}

/** Real money in and out: what there is, how it comes and goes, and every payment. */
export function Balance(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
