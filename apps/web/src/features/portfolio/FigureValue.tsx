import type { UserInfo } from '@candor/protocol/light';
import { Amount, Percent, shiftDecimal } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Figure } from './figures.ts';

/** One figure of the account; a dash while it is not known. */
export function FigureValue(props: {
  readonly user: UserInfo | undefined;
  readonly figure: Pick<Figure, 'key' | 'show'>;
  readonly asset?: string | null;
  readonly className?: string;
}): ReactElement {
  const { user, figure, asset, className = '' } = props;
  const held = user?.[figure.key];
  const value = typeof held === 'string' ? held : null;
  if (figure.show === 'level') {
    return (
      <Percent
        plain
        places={1}
        value={value === null ? null : shiftDecimal(value, 2)}
        className={className}
      />
    );
  }
  return (
    <Amount
      value={value}
      signed={figure.show === 'result'}
      className={className}
      {...(asset === undefined ? {} : { asset })}
    />
  );
}
