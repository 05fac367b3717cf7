import type { NftToken } from '@candor/protocol/desk-light';
import { Button, type Column, DataTable, formatNumber, formatTime } from '@candor/ui';
import type { ReactElement } from 'react';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { TokenState } from './TokenState.tsx';
import { useTokenRights } from './may.ts';
import { pictureAt } from './tokens-api.ts';

/** A token by its picture, its title and who made it. */
function Named({ of: token }: { readonly of: NftToken }): ReactElement {
  const { title, creator, images } = token;
  return (
    <span className="flex min-w-0 items-center gap-3 py-1.5 desktop:min-w-[180px]">
      <img
        src={pictureAt(images[0]?.url ?? '')}
        alt=""
        width={36}
        height={36}
        loading="lazy"
        className="size-9 shrink-0 rounded-sm border border-line bg-sunken object-cover"
      />
      <span className="min-w-0">
        <bdi className="block font-semibold break-words">{title}</bdi>
        <bdi className="block text-xs break-words text-ink-3">{creator}</bdi>
      </span>
    </span>
  );
}

/** When the sale of a token ends; a fixed price has no end. */
function Ends({ of: token }: { readonly of: NftToken }): ReactElement {
  const t = useDeskT();
  const { endsAt, extension } = token;
  if (endsAt === null) return <span className="text-ink-3">{t('tokens.kind-fixed')}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="num block">{formatTime(endsAt, 'zone')}</span>
      {extension !== null && extension.used > 0 && (
        <span className="block text-xs text-ink-3">
          {t('tokens.extended', { used: extension.used, most: extension.most })}
        </span>
      )}
    </span>
  );
}

/** Widths of all columns but the first, which has the rest: days of the calendar stand below one another. @units pixels */
const WIDTHS = { charity: 170, state: 150, amount: 150, bids: 64, ends: 210, open: 96 } as const;

/** Tokens with their bids and ends. */
export function TokenTable(props: {
  readonly caption: string;
  readonly rows: readonly NftToken[];
  readonly onOpen: (id: string) => void;
}): ReactElement {
  const { caption, rows, onOpen } = props;
  const t = useDeskT();
  const { look } = useTokenRights();
  const columns: readonly Column<NftToken>[] = [
    {
      key: 'token',
      kind: 'name',
      head: t('tokens.token'),
      renderCell: (one) => <Named of={one} />,
    },
    {
      key: 'charity',
      width: WIDTHS.charity,
      kind: 'note',
      head: t('tokens.charity'),
      renderCell: ({ charity }) => <bdi className="break-words">{charity.name}</bdi>,
    },
    {
      key: 'state',
      width: WIDTHS.state,
      kind: 'main',
      head: t('tokens.state'),
      renderCell: ({ state }) => <TokenState of={state} />,
    },
    {
      key: 'amount',
      width: WIDTHS.amount,
      kind: 'main',
      head: t('tokens.price-now'),
      end: true,
      renderCell: ({ currentBid, price }) => (
        <span className="num whitespace-nowrap">{exactAmount(currentBid ?? price, 'USDT')}</span>
      ),
    },
    {
      key: 'bids',
      width: WIDTHS.bids,
      kind: 'derived',
      head: t('tokens.bids'),
      end: true,
      renderCell: ({ bids }) => <span className="num">{formatNumber(String(bids))}</span>,
    },
    {
      key: 'ends',
      width: WIDTHS.ends,
      kind: 'main',
      head: t('tokens.ends'),
      end: true,
      renderCell: (one) => <Ends of={one} />,
    },
    ...(look
      ? [
          {
            key: 'open',
            width: WIDTHS.open,
            kind: 'act' as const,
            head: t('tokens.open'),
            end: true,
            renderCell: ({ id, title }: NftToken) => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('tokens.open-of', { title })}
                onClick={() => onOpen(id)}
              >
                {t('tokens.open')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <div className="overflow-x-auto desktop:-mx-5">
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHeight={56}
      />
    </div>
  );
}
