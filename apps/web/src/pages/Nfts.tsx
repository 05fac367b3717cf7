import type { NftDetail } from '@candor/protocol/light';
import { ArrowLeftIcon, Button, Note, useT } from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { FirstRealNote } from '../features/accounts/FirstRealNote.tsx';
import { ModeDialog } from '../features/accounts/ModeDialog.tsx';
import { DonationLedger } from '../features/nft/list/DonationLedger.tsx';
import { TokenList } from '../features/nft/list/TokenList.tsx';
import { MyTokens } from '../features/nft/mine/MyTokens.tsx';
import { BidForm } from '../features/nft/one/BidForm.tsx';
import { TokenView } from '../features/nft/one/TokenView.tsx';
import { LogInLink } from '../lib/LogInLink.tsx';
import { href, useSearch } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';

const hrefOf = (id: string): string => href('nfts', { id });

/** Real money alone buys tokens: visitors log in first, practice accounts read why and how. @source seed §5 */
function RealOnly(props: { readonly children: ReactElement }): ReactElement {
  const t = useT();
  const { state, mode } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (state !== 'in') return <LogInLink />;
  if (mode === 'real') return props.children;
  return (
    <>
      <Note
        action={
          <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
            {t('mode.confirm-real')}
          </Button>
        }
      >
        {t('message.switch-to-real')}
      </Note>
      <ModeDialog to="real" open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

const bidForm = (token: NftDetail): ReactElement => (
  <RealOnly>
    <div className="grid gap-4">
      <FirstRealNote before="bid" />
      <BidForm
        token={token}
        hrefs={{ mine: href('nfts', { view: 'mine' }), balance: href('balance') }}
      />
    </div>
  </RealOnly>
);

function One({ id }: { readonly id: string }): ReactElement {
  const t = useT();
  // The address has another token and the same path: the page begins at its top.
  useEffect(() => {
    // Nothing is answered: newer browsers answer a promise here, which ends no effect and broke the way back.
    void scrollTo(0, 0);
  }, [id]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <Link
        href={href('nfts')}
        className="mb-4 inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm font-medium text-ink-2 hover:underline max-desktop:min-h-11"
      >
        <ArrowLeftIcon size={18} />
        {t('page.nfts-title')}
      </Link>
      <TokenView key={id} id={id} form={bidForm} />
    </div>
  );
}

function HalfLink(props: {
  readonly href: string;
  readonly isOn: boolean;
  readonly children: string;
}): ReactElement {
  const { href: to, isOn, children } = props;
  return (
    <Link
      href={to}
      aria-current={isOn ? 'page' : undefined}
      className={`inline-flex min-h-8 items-center rounded-full px-3 text-sm font-medium max-desktop:min-h-11 max-desktop:px-4 ${
        isOn ? 'bg-ink text-on-ink' : 'text-ink-2 hover:bg-hover'
      }`}
    >
      {children}
    </Link>
  );
}

/** The two halves of the section: what is on sale, and one's own. */
function Halves({ isMine }: { readonly isMine: boolean }): ReactElement {
  const t = useT();
  return (
    <nav aria-label={t('page.nfts-title')} className="flex gap-1">
      <HalfLink href={href('nfts')} isOn={!isMine}>
        {t('nft.all')}
      </HalfLink>
      <HalfLink href={href('nfts', { view: 'mine' })} isOn={isMine}>
        {t('nft.own')}
      </HalfLink>
    </nav>
  );
}

/** A page number as an address has it; the first where it has none. */
function pageFrom(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number.parseInt(text, 10) : 1;
}

const pageIn = (page: number): { page?: string } => (page === 1 ? {} : { page: String(page) });

/** The lists, as the address says which: what is chosen takes its place, so a way back is one step. */
function Lists({ isMine }: { readonly isMine: boolean }): ReactElement {
  const { status, role, page: text } = useSearch('nfts');
  const [, go] = useLocation();
  const page = pageFrom(text);
  if (isMine) {
    return (
      <RealOnly>
        <MyTokens
          hrefOf={hrefOf}
          role={role}
          page={page}
          onChoose={(next) => {
            const { role: chosen, page: at } = next;
            const of = { view: 'mine', role: chosen, ...pageIn(at) } as const;
            go(href('nfts', of), { replace: true });
          }}
        />
      </RealOnly>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_336px] items-start gap-8 max-desktop:grid-cols-1">
      <TokenList
        hrefOf={hrefOf}
        status={status === 'sold' ? 'sold' : 'open'}
        page={page}
        onChoose={(next) => {
          const of = next.status === 'sold' ? { status: next.status } : {};
          go(href('nfts', { ...of, ...pageIn(next.page) }), { replace: true });
        }}
      />
      <DonationLedger hrefOf={hrefOf} />
    </div>
  );
}

function Body(): ReactElement {
  const t = useT();
  const { id, view } = useSearch('nfts');
  const isMine = view === 'mine';
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-8 px-8 pt-10 pb-12 max-desktop:gap-6 max-desktop:px-4 max-desktop:pt-6">
      {id === undefined ? (
        <>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div className="grid gap-3">
              <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
                {t('page.nfts-title')}
              </h1>
              <p className="max-w-[64ch] text-md text-ink-2">{t('page.nfts-text')}</p>
            </div>
            <Halves isMine={isMine} />
          </div>
          <Lists isMine={isMine} />
          <p className="text-sm text-ink-3">{t('home.card-nfts-risk')}</p>
        </>
      ) : (
        <One id={id} />
      )}
    </div>
  );
}

/** Tokens sold for charities with the way of the money, one of them, or one's own. */
export function Nfts(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
