import type { DeskToken } from '@candor/protocol/desk-light';
import { Button, Dialog, formatDay, formatTime } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { Shares } from './Shares.tsx';
import { TokenState } from './TokenState.tsx';
import { useTokenRights } from './may.ts';
import { pictureAt, useToken } from './tokens-api.ts';

const USDT = 'USDT';

/** What may be proposed of a token as it stands. */
export type TokenChange = 'change' | 'cancel' | 'deliver';

function Fact(props: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="grid grid-cols-[minmax(96px,1fr)_minmax(0,2fr)] gap-3 border-b border-line py-[7px]">
      <dt className="text-ink-3">{props.label}</dt>
      <dd className="min-w-0 break-words">{props.children}</dd>
    </div>
  );
}

/** A token as it stands: how it is sold, who leads or owns it, and where it is sent to. */
export function TokenFacts({ of }: { readonly of: DeskToken }): ReactElement {
  const { token, holder, address } = of;
  const t = useDeskT();
  const mono = (text: string) => <span className="mono text-xs break-all">{text}</span>;
  const { sale, delivery, extension, cancelReason } = token;
  return (
    <dl className="text-sm">
      <Fact label={t('tokens.state')}>
        <TokenState of={token.state} />
      </Fact>
      <Fact label={t('tokens.field-creator')}>
        <bdi>{token.creator}</bdi>
      </Fact>
      <Fact label={t('tokens.charity')}>
        <bdi>{token.charity.name}</bdi>
        <span className="block text-xs text-ink-3">
          {t('tokens.agreement', {
            reference: token.agreement.reference,
            day: formatDay(token.agreement.on),
          })}
        </span>
      </Fact>
      <Fact label={t('tokens.field-chain')}>
        {token.chain === null ? (
          t('tokens.no-chain')
        ) : (
          <>
            {t(`case.network-${token.chain}`)}
            <span className="block">{mono(`${token.address ?? ''} #${token.number ?? ''}`)}</span>
          </>
        )}
      </Fact>
      <Fact label={t(`tokens.kind-${token.kind}`)}>
        <span className="num">{exactAmount(token.price, USDT)}</span>
        {token.step !== null && (
          <span className="block text-xs text-ink-3">
            {t('tokens.step-of', { amount: exactAmount(token.step, USDT) })}
          </span>
        )}
      </Fact>
      {token.endsAt !== null && extension !== null && (
        <Fact label={t('tokens.ends')}>
          <span className="num">{formatTime(token.endsAt, 'zone')}</span>
          <span className="block text-xs text-ink-3">
            {t('tokens.extends', { minutes: extension.minutes, most: extension.most })}{' '}
            {t('tokens.extended', { used: extension.used, most: extension.most })}
          </span>
        </Fact>
      )}
      <Fact label={t(sale === null ? 'tokens.leads' : 'tokens.owner')}>
        {holder === null ? (
          t('tokens.nobody')
        ) : (
          <>
            <bdi>{holder.username}</bdi>{' '}
            <span className="num">
              {token.currentBid === null ? '' : exactAmount(token.currentBid, USDT)}
            </span>
            <span className="block text-xs text-ink-3">
              {t('tokens.bidder', { number: holder.bidder, bids: token.bids })}
            </span>
          </>
        )}
      </Fact>
      {address !== null && <Fact label={t('tokens.sent-to')}>{mono(address)}</Fact>}
      {sale !== null && <Fact label={t('tokens.certificate')}>{mono(sale.number)}</Fact>}
      {delivery !== null && (
        <Fact label={t('tokens.field-hash')}>
          {mono(delivery.hash)}
          <span className="block text-xs text-ink-3">{formatTime(delivery.at, 'zone')}</span>
        </Fact>
      )}
      {cancelReason !== null && <Fact label={t('tokens.cancel-reason')}>{cancelReason}</Fact>}
    </dl>
  );
}

/** The acts that are open for a member of a token as it stands. */
function useActs({ token, isToDeliver }: DeskToken): TokenChange[] {
  const { propose, deliver } = useTokenRights();
  const isOpen = token.state === 'open';
  return [
    ...(propose && isOpen && token.bids === 0 ? (['change'] as const) : []),
    ...(propose && isOpen ? (['cancel'] as const) : []),
    ...(deliver && isToDeliver ? (['deliver'] as const) : []),
  ];
}

function Shown(props: {
  readonly of: DeskToken;
  readonly onAct: (act: TokenChange, of: DeskToken) => void;
}): ReactElement {
  const { of, onAct } = props;
  const { token } = of;
  const t = useDeskT();
  const acts = useActs(of);
  return (
    <div className="mt-3 grid gap-4">
      <img
        src={pictureAt(token.image)}
        alt={t('tokens.picture-of', { title: token.title })}
        className="max-h-64 w-full rounded-md border border-line bg-sunken object-contain"
      />
      {token.text !== '' && <p className="text-sm break-words whitespace-pre-wrap">{token.text}</p>}
      <TokenFacts of={of} />
      <Shares split={token.split} of={token.shares} />
      {acts.length > 0 && (
        <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
          {acts.map((act) => (
            <Button key={act} size="sm" variant="secondary" onClick={() => onAct(act, of)}>
              {t(`tokens.do-${act}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** One token, and what may be proposed of it. */
export function TokenLook(props: {
  readonly id: string;
  readonly onAct: (act: TokenChange, of: DeskToken) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { id, onAct, onClose } = props;
  const t = useDeskT();
  const token = useToken(id);
  return (
    <Dialog open onClose={onClose} title={token.data?.token.title ?? t('tokens.token')}>
      <div data-padded>
        <Waits of={token} lines={8}>
          {(of) => <Shown of={of} onAct={onAct} />}
        </Waits>
      </div>
    </Dialog>
  );
}
