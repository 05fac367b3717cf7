import type { MyNft, NftRole } from '@candor/protocol/light';
import {
  Card,
  Empty,
  KeyValue,
  Tabs,
  cardClass,
  formatTime,
  tabPanelProps,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
import { Countdown } from '../Countdown.tsx';
import { Picture } from '../Picture.tsx';
import { BidState, TokenState } from '../TokenState.tsx';
import { PAGE_SIZE, type Timed, useMyTokens } from '../api.ts';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { Certificate } from './Certificate.tsx';

const ROLES: readonly NftRole[] = ['owned', 'leading', 'outbid'];

function MyToken(props: { readonly token: Timed<MyNft>; readonly href: string }): ReactElement {
  const { token, href } = props;
  const t = useT();
  const { mine, state, currentBid, minNextBid } = token;
  const isBack = mine.state === 'outbid' || mine.state === 'cancelled';
  return (
    <Card
      className="grid w-full content-start gap-4 p-4"
      style={{ gridTemplateColumns: '96px minmax(0, 1fr)' }}
    >
      <Picture token={token} sizes="96px" className="rounded-md" />
      <div className="grid content-start gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <BidState state={mine.state} />
          {state !== 'open' && state !== 'sold' && <TokenState state={state} />}
        </div>
        <h2 className="text-md font-semibold">
          <Link href={href} className="target inline-block hover:underline">
            {token.title}
          </Link>
        </h2>
        <dl className="grid gap-1.5 text-sm">
          <KeyValue label={t(mine.state === 'won' ? 'nft.paid' : 'nft.your-bid')}>
            {usdtWords(mine.amount)}
          </KeyValue>
          {state === 'open' && currentBid !== null && (
            <KeyValue label={t('nft.current-bid')}>{usdtWords(currentBid)}</KeyValue>
          )}
          {state === 'open' && minNextBid !== null && mine.state === 'outbid' && (
            <KeyValue label={t('nft.next')}>{usdtWords(minNextBid)}</KeyValue>
          )}
          {state === 'open' && token.endsAt !== null && (
            <KeyValue label={t('nft.ends-in')}>
              <Countdown token={token} />
            </KeyValue>
          )}
        </dl>
        {isBack && mine.endedAt !== null && (
          <p className="text-xs text-ink-2">
            {t('nft.given-back', {
              amount: usdtWords(mine.amount),
              when: named(formatTime(mine.endedAt)),
            })}
          </p>
        )}
      </div>
      <Certificate part={token} className="col-span-2 border-t border-line pt-3" />
    </Card>
  );
}

/** Tokens one owns, leads on or was outbid on. */
export function MyTokens(props: {
  readonly hrefOf: (id: string) => string;
  /** Undefined until a reader chose. */
  readonly role: NftRole | undefined;
  readonly page: number;
  readonly onChoose: (chosen: { readonly role: NftRole; readonly page: number }) => void;
}): ReactElement {
  const { page, onChoose } = props;
  const t = useT();
  // Until a reader chose, the first kind they have any of.
  const counts = useMyTokens({ page: 1, size: 1 }).data?.counts;
  const chosen = ROLES.find((one) => one === props.role);
  const role = chosen ?? ROLES.find((one) => (counts?.[one] ?? 0) > 0) ?? 'owned';
  const found = useMyTokens({ page, size: PAGE_SIZE, role });
  const label = (one: NftRole): string => {
    const count = counts?.[one];
    const name = t('nft.role', { role: one });
    return count === undefined ? name : `${name} \u2066${count}\u2069`;
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Tabs
        id="my-nfts"
        label={t('nft.own')}
        value={role}
        choices={ROLES.map((one) => ({ value: one, label: label(one) }))}
        onChange={(next) => onChoose({ role: next, page: 1 })}
      />
      <div {...tabPanelProps('my-nfts', role)}>
        <Paged
          found={found}
          label={t('nft.own')}
          page={page}
          size={PAGE_SIZE}
          onPage={(next) => onChoose({ role, page: next })}
          waiting={<Waiting rows={5} className="grid gap-4" />}
          failed={{ title: t('nft.failed'), className: '' }}
          empty={
            <Empty title={t('nft.none-mine')} className={cardClass}>
              {t('nft.none-mine-text')}
            </Empty>
          }
        >
          {(shown) => (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,360px),1fr))] gap-4">
              {shown.records.map((token) => (
                <li key={token.id} className="flex">
                  <MyToken token={token} href={props.hrefOf(token.id)} />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </section>
  );
}
