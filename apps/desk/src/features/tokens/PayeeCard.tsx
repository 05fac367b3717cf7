import { Button } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useDeskT } from '../../lib/texts.ts';

/** One who is paid out what sales brought, a charity or an artist, with the button that proposes it. */
export function PayeeCard(props: {
  readonly name: string;
  readonly level: 2 | 3;
  /** What stands beside the name. */
  readonly mark?: ReactNode;
  /** Null where the member may propose none, or nothing is left to be paid. */
  readonly onPayOut: (() => void) | null;
  readonly children: ReactNode;
}): ReactElement {
  const { name, level, mark, onPayOut, children } = props;
  const t = useDeskT();
  const Heading = `h${level}` as const;
  return (
    <section aria-label={name} className="border-t border-line py-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Heading className="flex min-w-0 flex-wrap items-center gap-2 text-base tracking-normal">
          <bdi className="min-w-0 break-words">{name}</bdi>
          {mark}
        </Heading>
        {onPayOut !== null && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('charities.pay-out-to', { name })}
            onClick={onPayOut}
          >
            {t('charities.pay-out')}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
