import { IconButton, InfoIcon, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { Figure } from './figures.ts';

/** A figure with its name; what it means opens under it by press, and shows on hover. */
export function NamedFigure(props: {
  readonly figure: Figure;
  readonly children: ReactNode;
  /** What stands beside the value and is no part of it. */
  readonly beside?: ReactNode;
}): ReactElement {
  const { figure, children, beside } = props;
  const t = useT();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <dt className="col-span-2 flex items-center gap-1 text-sm text-ink-3">
        <span title={t(figure.means, figure.meansValues)}>{t(figure.label)}</span>
        <IconButton
          label={`${t('account.means')}: ${t(figure.label)}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="!size-6 max-desktop:!size-11"
        >
          <InfoIcon size={16} />
        </IconButton>
      </dt>
      <dd className={beside === undefined ? 'col-span-2' : ''}>{children}</dd>
      {beside !== undefined && <dd className="leading-none">{beside}</dd>}
      <dd id={id} hidden={!isOpen} className="col-span-2 mt-1 max-w-[44ch] text-sm text-ink-2">
        {t(figure.means, figure.meansValues)}
      </dd>
    </div>
  );
}
