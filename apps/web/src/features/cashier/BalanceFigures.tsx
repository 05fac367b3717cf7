import type { MessageKey } from '@candor/locales';
import type { UserInfo } from '@candor/protocol/light';
import { Amount, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';

const FIGURES: readonly { readonly key: keyof UserInfo; readonly label: MessageKey }[] = [
  { key: 'freeMargin', label: 'account.free-margin' },
  { key: 'bondAmount', label: 'account.bond' },
  { key: 'floatingPnL', label: 'account.floating' },
  { key: 'loanAmount', label: 'account.loan' },
];

const textOf = (user: UserInfo | undefined, key: keyof UserInfo): string | null => {
  const value = user?.[key];
  return typeof value === 'string' ? value : null;
};

/** What the account is worth, and what of it is where. */
export function BalanceFigures({ user }: { readonly user: UserInfo | undefined }): ReactElement {
  const t = useT();
  return (
    <dl className="grid border-y border-line-strong desktop:grid-cols-[1.5fr_repeat(4,1fr)] max-desktop:grid-cols-2">
      <div className="py-5 pe-6 max-desktop:col-span-2 max-desktop:border-b max-desktop:border-line max-desktop:py-4">
        <dt className="text-sm text-ink-3">{t('account.total')}</dt>
        <dd>
          <Amount
            value={textOf(user, 'totalAssets')}
            className="text-3xl font-medium tracking-[-0.03em] max-desktop:text-2xl"
            assetClassName="ms-1 text-md tracking-normal text-ink-3"
          />
          {user?.valuedAt != null && (
            <p className="mt-1 text-xs text-ink-3">
              {t('account.valued', { when: formatTime(user.valuedAt, 'clock') })}
            </p>
          )}
        </dd>
      </div>
      {FIGURES.map(({ key, label }) => (
        <div
          key={key}
          className="border-line py-5 desktop:border-s desktop:px-5 max-desktop:py-3 max-desktop:even:pe-3"
        >
          <dt className="text-sm text-ink-3">{t(label)}</dt>
          <dd>
            <Amount
              value={textOf(user, key)}
              asset={null}
              signed={key === 'floatingPnL'}
              className="text-xl font-medium max-desktop:text-lg"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
