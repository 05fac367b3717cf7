import { type ReactElement, useState } from 'react';
import { Amount } from './Figures.tsx';
import { placesOfStep } from './format.ts';
import { useT } from './use-locale.ts';

/** Places that are read; the rest is there when it is asked for. */
const PLACES: Readonly<Record<string, number>> = { USDT: 2 };
const PLACES_OTHERWISE = 4;

/**
 * Money to the places people read, and to its last unit on demand: by pointer, by touch and by
 * keyboard. On paper it is exact, because paper cannot be asked.
 */
export function ExactAmount(props: {
  /** Decimal text; null when it is not known. */
  readonly value: string | null | undefined;
  readonly asset?: string;
  /** A result: always signed, coloured by its sign. */
  readonly signed?: boolean;
  readonly className?: string;
}): ReactElement {
  const { value, asset = 'USDT', signed = false, className = '' } = props;
  const t = useT();
  const [isExact, setIsExact] = useState(false);
  const places = PLACES[asset] ?? PLACES_OTHERWISE;
  const all = placesOfStep((value ?? '').replace('-', ''));
  const look = { value, asset, signed, className };
  if (all <= places) return <Amount {...look} places={places} />;
  return (
    <>
      <button
        type="button"
        aria-pressed={isExact}
        title={t('amount.exact')}
        onClick={() => setIsExact(!isExact)}
        className="min-h-6 cursor-pointer print:hidden max-desktop:min-h-11"
      >
        <Amount
          {...look}
          // The line is the figure's: it does not reach into one that is isolated.
          className={`underline decoration-control decoration-dotted underline-offset-4 ${className}`}
          places={isExact ? all : places}
        />
        <span className="sr-only">{` ${t('amount.exact')}`}</span>
      </button>
      <span className="hidden print:inline">
        <Amount {...look} places={all} />
      </span>
    </>
  );
}
