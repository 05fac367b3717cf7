import { IconButton, StarIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useFavourites } from './own-markets.ts';

/** A star that is set or taken away. */
export function StarButton(props: {
  readonly code: string;
  readonly isOn: boolean;
  readonly onToggle: (code: string) => void;
  readonly size?: number;
  readonly tabIndex?: number;
  readonly className?: string;
}): ReactElement {
  const { code, isOn, onToggle, size = 18, tabIndex, className = '' } = props;
  const t = useT();
  return (
    <IconButton
      label={t(isOn ? 'market.favourite-remove' : 'market.favourite-add', { code })}
      tabIndex={tabIndex}
      onClick={() => onToggle(code)}
      className={className}
    >
      <StarIcon size={size} weight={isOn ? 'fill' : 'regular'} className={isOn ? 'text-ink' : ''} />
    </IconButton>
  );
}

/** The star of the market on screen. */
export function FavouriteStar(props: {
  readonly code: string;
  readonly className?: string;
}): ReactElement {
  const { codes, toggle } = useFavourites();
  return <StarButton {...props} isOn={codes.includes(props.code)} onToggle={toggle} />;
}
