import { DemoChip, Empty, Note, Pills, cardClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
import { PAGE_SIZE, useMyParts, useTokens } from '../api.ts';
import { TokenCard } from './TokenCard.tsx';

type Status = 'open' | 'sold';
const STATUSES: readonly Status[] = ['open', 'sold'];
type Chosen = { readonly status: Status; readonly page: number };

/** Tokens on sale, those that end soonest first, or those that were sold. */
export function TokenList(
  props: Chosen & {
    readonly hrefOf: (id: string) => string;
    readonly onChoose: (chosen: Chosen) => void;
  },
): ReactElement {
  const { status, page, onChoose } = props;
  const t = useT();
  const found = useTokens({ status, page, size: PAGE_SIZE });
  const parts = useMyParts();
  const records = found.data?.records ?? [];
  const isOpen = status === 'open';
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Pills
        label={t('nft.which')}
        value={status}
        choices={STATUSES.map((value) => ({ value, label: t(`nft.${value}`) }))}
        onChange={(next) => onChoose({ status: next, page: 1 })}
      />
      {records.some(({ charity }) => charity.isSample) && (
        <Note title={<DemoChip>{t('ui.sample')}</DemoChip>}>{t('nft.samples')}</Note>
      )}
      <Paged
        found={found}
        label={t('nft.all')}
        page={page}
        size={PAGE_SIZE}
        onPage={(next) => onChoose({ status, page: next })}
        waiting={<Waiting rows={8} className="grid gap-4" />}
        failed={{ title: t('nft.failed'), className: '' }}
        empty={
          <Empty title={t(isOpen ? 'nft.none-open' : 'nft.none-sold')} className={cardClass}>
            {isOpen && t('nft.none-open-text')}
          </Empty>
        }
      >
        {(shown) => (
          <ul
            className="grid gap-6 max-desktop:gap-4"
            style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}
          >
            {shown.records.map((token) => (
              <li key={token.id} className="flex">
                <TokenCard token={token} href={props.hrefOf(token.id)} part={parts.get(token.id)} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}
