import type { ReactElement } from 'react';
import { DASH, formatNumber, placesOfStep, signOf } from './format.ts';
import { useLocale, useT } from './use-locale.ts';

/** Between a figure and its unit. */
const NO_BREAK = '\u00a0';
const TONES = { '-1': 'text-down', 0: 'text-ink-3', 1: 'text-up' } as const;
/** Places of each asset where nothing else says so. @source DESIGN 7 */
const PLACES: Readonly<Record<string, number>> = { USDT: 2, BTC: 4, ETH: 4 };

/** A figure, isolated so that right-to-left text leaves its order alone. */
export function Num({
  children,
  className = '',
}: {
  readonly children: string | number;
  readonly className?: string;
}): ReactElement {
  return (
    <bdi dir="ltr" className={`num ${className}`}>
      {children}
    </bdi>
  );
}

/**
 * Money: tabular figures, sign where asked, its asset. The only way money is shown.
 *
 * @rounding halfEven to the asset's places, for display only
 */
export function Amount(props: {
  /** Decimal text; null when it is not known. */
  readonly value: string | null | undefined;
  readonly asset?: string | null;
  readonly places?: number;
  /** A result: always signed, coloured by its sign. */
  readonly signed?: boolean;
  readonly className?: string;
  /** Look of the asset beside a large figure. */
  readonly assetClassName?: string;
}): ReactElement {
  const { value, asset = 'USDT', signed = false, className = '', assetClassName = '' } = props;
  const { numbers } = useLocale();
  const places = props.places ?? PLACES[asset ?? ''] ?? 2;
  const text = formatNumber(value, { places, sign: signed ? 'always' : 'negative', numbers });
  const tone = signed ? TONES[signOf(shownSign(text, value))] : '';
  return (
    <bdi dir="ltr" className={`num ${tone} ${className}`}>
      {text}
      {asset !== null && text !== DASH && (
        // A character, not a margin: copied text and screen readers keep figure and unit apart.
        <span className={assetClassName}>{`${NO_BREAK}${asset}`}</span>
      )}
    </bdi>
  );
}

/** A result that rounds to nothing is nothing: no colour, no sign. */
function shownSign(text: string, value: string | null | undefined): string | null | undefined {
  return /[1-9]/.test(text) ? value : '0';
}

/** A price, on the places of the instrument's tick size. @rounding halfEven, for display only */
export function Price(props: {
  readonly value: string | null | undefined;
  readonly tickSize?: string;
  readonly className?: string;
}): ReactElement {
  const { value, tickSize, className = '' } = props;
  const { numbers } = useLocale();
  // The step decides the places, never the value: a mid may lie between two steps.
  const style = tickSize === undefined ? {} : { places: placesOfStep(tickSize) };
  return (
    <bdi dir="ltr" className={`num ${className}`}>
      {formatNumber(value, { ...style, numbers })}
    </bdi>
  );
}

/** Up or down, beside the sign, so that colour is never alone. */
function Arrow({ sign }: { readonly sign: -1 | 1 }): ReactElement {
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 shrink-0 fill-current">
      <path d={sign === 1 ? 'M4 1l3.6 6H.4z' : 'M4 7L.4 1h7.2z'} />
    </svg>
  );
}

/** A change in percent: sign, arrow, colour; zero has neither arrow nor colour. */
export function Percent(props: {
  /** Percent as decimal text: "-2.31". */
  readonly value: string | null | undefined;
  readonly places?: number;
  /** A share, not a change: no sign, no arrow, no colour. */
  readonly plain?: boolean;
  readonly className?: string;
}): ReactElement {
  const { value, places = 2, plain = false, className = '' } = props;
  const { numbers } = useLocale();
  const t = useT();
  const text = formatNumber(value, { places, sign: plain ? 'negative' : 'always', numbers });
  const sign = signOf(shownSign(text, value));
  const tone = plain ? '' : text === DASH ? 'text-ink-3' : TONES[sign];
  return (
    <bdi
      dir="ltr"
      className={`num !inline-flex items-center gap-[3px] font-medium ${tone} ${className}`}
    >
      {!plain && sign !== 0 && text !== DASH && (
        <>
          <Arrow sign={sign} />
          <span className="sr-only">{sign === 1 ? t('price.up') : t('price.down')}</span>
        </>
      )}
      {text === DASH ? DASH : `${text}%`}
    </bdi>
  );
}
