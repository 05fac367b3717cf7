import type { ReactElement } from 'react';

/** Heights of the sample days, up and down, in pixels. */
const DAYS = [
  18, -9, 13, 3, 14, -3, -4, 17, 25, -15, 4, 8, -6, 24, -11, 14, -16, 30, 22, 8, -12, 3,
];

/** An order book's two sides as stairs. */
export function MarketSketch(): ReactElement {
  return (
    <svg
      viewBox="0 0 220 72"
      className="h-[72px] w-full"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d="M0 8h16v6h16v7h16v8h16v8h16v9h16v8h14V70H0z" className="fill-up-tint" />
      <path
        d="M0 8h16v6h16v7h16v8h16v8h16v9h16v8h14V70"
        className="fill-none stroke-up-fill stroke-[1.5]"
        vectorEffect="non-scaling-stroke"
      />
      <path d="M220 8h-16v6h-16v7h-16v8h-16v8h-16v9h-16v8h-14V70h110z" className="fill-down-tint" />
      <path
        d="M220 8h-16v6h-16v7h-16v8h-16v8h-16v9h-16v8h-14V70"
        className="fill-none stroke-down-fill stroke-[1.5]"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Days won and days lost on one scale: hollow rose, solid fell. */
export function PlanSketch(): ReactElement {
  return (
    <svg viewBox="0 0 220 72" className="h-[72px] w-full" aria-hidden="true">
      {DAYS.map((height, index) => (
        <rect
          key={index}
          x={index * 10 + 1.5}
          y={height > 0 ? 44 - height : 44}
          width="6"
          height={Math.abs(height)}
          className={height > 0 ? 'fill-up-tint stroke-up-fill' : 'fill-down-fill stroke-down-fill'}
        />
      ))}
      <path d="M0 44H220" className="stroke-ink-3" />
    </svg>
  );
}

/** What is borrowed, and the small part on top that it costs. */
export function LoanSketch(): ReactElement {
  return (
    <svg viewBox="0 0 220 72" className="h-[72px] w-full" aria-hidden="true">
      <rect
        x="0.5"
        y="20.5"
        width="196"
        height="32"
        rx="4"
        className="fill-sunken stroke-line-strong"
      />
      <rect x="200" y="20" width="20" height="33" rx="4" className="fill-ink" />
    </svg>
  );
}

/** How much of a price reaches the charity, and how much does not. */
export function NftSketch(): ReactElement {
  return (
    <svg viewBox="0 0 220 72" className="h-[72px] w-full" aria-hidden="true">
      <rect x="0" y="20" width="190" height="33" rx="4" className="fill-ink" />
      <rect
        x="192.5"
        y="20.5"
        width="27"
        height="32"
        rx="4"
        className="fill-sunken stroke-line-strong"
      />
      <path d="M12 36.5l6 6 12-13" className="fill-none stroke-on-ink stroke-2" />
    </svg>
  );
}
