import type { MessageKey } from '@candor/locales';
import { ArrowRightIcon, DemoChip, buttonClass, cardClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS, type PageName } from '../../lib/paths.ts';
import { MarketSketch, LoanSketch, NftSketch, PlanSketch } from './sketches.tsx';

/** Leverage and the move that takes its whole margin: the one follows from the other. */
const LEVERAGE = 20;
const WIPING_MOVE_PERCENT = 100 / LEVERAGE;

type Product = {
  readonly page: PageName;
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly risk: MessageKey;
  readonly Sketch: () => ReactElement;
};

/** The four products in the order of the sections. @source seed §2 */
const PRODUCTS: readonly Product[] = [
  {
    page: 'market',
    title: 'home.card-market-title',
    text: 'home.card-market-text',
    risk: 'home.card-market-risk',
    Sketch: MarketSketch,
  },
  {
    page: 'trading',
    title: 'home.card-smart-title',
    text: 'home.card-smart-text',
    risk: 'home.card-smart-risk',
    Sketch: PlanSketch,
  },
  {
    page: 'loan',
    title: 'home.card-loan-title',
    text: 'home.card-loan-text',
    risk: 'home.card-loan-risk',
    Sketch: LoanSketch,
  },
  {
    page: 'nfts',
    title: 'home.card-nfts-title',
    text: 'home.card-nfts-text',
    risk: 'home.card-nfts-risk',
    Sketch: NftSketch,
  },
];

function ProductCard({ product }: { readonly product: Product }): ReactElement {
  const t = useT();
  const { page, title, text, risk, Sketch } = product;
  const values = { leverage: LEVERAGE, move: `${WIPING_MOVE_PERCENT}%` };
  return (
    <li
      className={`flex flex-col p-5 max-desktop:w-[252px] max-desktop:shrink-0 max-desktop:snap-start max-desktop:p-4 ${cardClass}`}
    >
      {/* Drawn, not measured: on hatch and called a sample, like everything that is not real. */}
      <div className="hatch relative rounded-md p-2 inset-ring inset-ring-demo-line" dir="ltr">
        <div className="rounded-sm bg-surface p-2">
          <Sketch />
        </div>
        <span className="absolute end-1 top-1">
          <DemoChip>{t('ui.sample')}</DemoChip>
        </span>
      </div>
      <h3 className="mt-5 mb-1 text-lg leading-6">{t(title)}</h3>
      <p className="text-ink-2">{t(text)}</p>
      <div className="mt-3.5 mb-5 flex-1 border-t border-line pt-3">
        <p className="mb-0.5 text-xs font-medium text-ink-3">{t('home.what-can-go-wrong')}</p>
        <p className="text-sm text-balance">{t(risk, values)}</p>
      </div>
      <Link
        href={PATHS[page]}
        aria-label={`${t('home.get-started')}: ${t(title)}`}
        className={buttonClass({ variant: 'secondary', wide: true })}
      >
        {t('home.get-started')}
        <ArrowRightIcon size={18} />
      </Link>
    </li>
  );
}

/** The four products, each with what can go wrong before the way in. */
export function Products(): ReactElement {
  const t = useT();
  return (
    <section className="mt-[88px] max-desktop:mt-7">
      <h2 className="text-[32px] leading-10 tracking-[-0.03em] max-desktop:px-4 max-desktop:text-xl max-desktop:leading-7 rtl:tracking-normal">
        {t('home.cards-title')}
      </h2>
      <p className="mt-1 text-md text-ink-2 max-desktop:px-4 max-desktop:text-sm">
        {t('home.cards-intro')}
      </p>
      <ul className="mt-6 grid grid-cols-4 gap-6 max-desktop:mt-3 max-desktop:flex max-desktop:snap-x max-desktop:gap-3 max-desktop:overflow-x-auto max-desktop:scroll-px-4 max-desktop:px-4 max-desktop:pb-2">
        {PRODUCTS.map((product) => (
          <ProductCard key={product.page} product={product} />
        ))}
      </ul>
    </section>
  );
}
