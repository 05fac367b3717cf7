import { compare, parseDecimal } from '@candor/kernel';
import { DASH, formatNumber, placesOfStep, signOf } from '@candor/ui';

/** What a row says of a moment. */
export type RowMoment = { readonly price: string | null; readonly change: string | null };

/** The parts of a row that are written to directly. */
export type RowParts = {
  readonly price: HTMLElement;
  readonly change: HTMLElement;
  readonly arrow: SVGPathElement;
  readonly direction: HTMLElement;
  readonly percent: HTMLElement;
};

/** Words said for a rise and for a fall. */
export type RowWords = { readonly up: string; readonly down: string };

const TINT_MS = 80;
const TONES = { '-1': 'text-down', 0: 'text-ink-3', 1: 'text-up' } as const;
const ARROWS = { '-1': 'M4 7L.4 1h7.2z', 0: '', 1: 'M4 1l3.6 6H.4z' } as const;

/** A change that rounds to nothing has no direction. */
function directionOf(change: string | null, text: string): -1 | 0 | 1 {
  return /[1-9]/.test(text) ? signOf(change) : 0;
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Writes price and change of a row. Rows tick together, many times a second: going through a
 * render for each of them costs several times as much as the writing itself.
 */
export function writeRow(
  parts: RowParts,
  moment: RowMoment,
  look: { readonly tickSize: string; readonly words: RowWords },
): void {
  const { price, change } = moment;
  const text = formatNumber(change, { places: 2, sign: 'always' });
  const sign = directionOf(change, text);
  write(parts.price, formatNumber(price, { places: placesOfStep(look.tickSize) }));
  write(parts.percent, text === DASH ? DASH : `${text}%`);
  write(parts.direction, sign === 0 ? '' : look.words[sign === 1 ? 'up' : 'down']);
  if (parts.arrow.getAttribute('d') === ARROWS[sign]) return;
  parts.arrow.setAttribute('d', ARROWS[sign]);
  parts.arrow.parentElement?.classList.toggle('hidden', sign === 0);
  parts.change.classList.remove(...Object.values(TONES));
  parts.change.classList.add(TONES[sign]);
}

/** Asked for once: rows ask many times a second. */
let still: MediaQueryList | null = null;

/** Prices that are tinted now; one timer for all, as an animation each would draw every frame. */
const tinted = new Set<HTMLElement>();

function clearTints(): void {
  for (const element of tinted) element.style.backgroundColor = '';
  tinted.clear();
}

/** Tints the ground of a price that changed, for a moment. @source DESIGN 5 */
export function tintChange(element: HTMLElement, was: string | null, is: string | null): void {
  if (was === null || is === null || was === is) return;
  still ??= matchMedia('(prefers-reduced-motion: reduce)');
  if (still.matches) return;
  const [before, now] = [parseDecimal(was), parseDecimal(is)];
  if (before === null || now === null) return;
  const side = compare(now, before) > 0 ? 'up' : 'down';
  element.style.backgroundColor = `var(--color-${side}-tint)`;
  if (tinted.size === 0) setTimeout(clearTints, TINT_MS);
  tinted.add(element);
}
