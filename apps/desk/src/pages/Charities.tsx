import { Button, Empty } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CharityCard } from '../features/tokens/CharityCard.tsx';
import { CharityDialog } from '../features/tokens/CharityDialog.tsx';
import { CreatorList } from '../features/tokens/CreatorList.tsx';
import { type Paid, PayoutDialog } from '../features/tokens/PayoutDialog.tsx';
import { PayoutList } from '../features/tokens/PayoutList.tsx';
import { useTokenRights } from '../features/tokens/may.ts';
import { useCharities } from '../features/tokens/tokens-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { useDeskT } from '../lib/texts.ts';

/** A pay-out to one of them, or null: a new charity. */
type Opened = { readonly payOutTo: Paid | null };

/**
 * Beneficiaries of tokens: register, agreement, raised − paid out = held, and what was paid to them; and artists with
 * what is owed to them.
 */
export function Charities(): ReactElement {
  const t = useDeskT();
  const may = useTokenRights();
  const charities = useCharities();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <PageFrame
      title={t('nav.charities')}
      aside={
        may.propose && (
          <Button size="sm" onClick={() => setOpened({ payOutTo: null })}>
            {t('charities.new')}
          </Button>
        )
      }
    >
      <Waits of={charities}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={t('charities.none')} className="px-0">
              {t('charities.none-text')}
            </Empty>
          ) : (
            <>
              {records.map((one) => (
                <CharityCard
                  key={one.id}
                  of={one}
                  onPayOut={
                    may.payOut && one.heldSince !== null
                      ? () => setOpened({ payOutTo: { to: 'charity', of: one } })
                      : null
                  }
                />
              ))}
              <PayoutList charities={records} />
              {may.seeCreators && (
                <CreatorList
                  onPayOut={
                    may.payCreators
                      ? (one) => setOpened({ payOutTo: { to: 'creator', of: one } })
                      : null
                  }
                />
              )}
            </>
          )
        }
      </Waits>
      {opened !== null &&
        (opened.payOutTo === null ? (
          <CharityDialog onClose={close} />
        ) : (
          <PayoutDialog paid={opened.payOutTo} onClose={close} />
        ))}
    </PageFrame>
  );
}
