import { ArrowsClockwiseIcon, IconButton, MinusIcon, PlusIcon } from '@candor/ui';
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useDeskT } from './texts.ts';

const ZOOMS = [100, 150, 200, 300, 400] as const;
const QUARTER = 90;
const WHOLE = 360;

/** A picture that is looked at closely: larger, smaller, and turned by quarters. */
export function PictureView(props: {
  readonly src: string;
  readonly label: string;
  readonly caption?: ReactNode;
  /** It could not be fetched, or is none. */
  readonly onError?: () => void;
}): ReactElement {
  const { src, label, caption, onError } = props;
  const t = useDeskT();
  const [zoomAt, setZoomAt] = useState(0);
  const [turn, setTurn] = useState(0);
  const zoom = ZOOMS[zoomAt] ?? ZOOMS[0];
  const scale = (step: number): void =>
    setZoomAt(Math.min(ZOOMS.length - 1, Math.max(0, zoomAt + step)));
  const rotate = (): void => setTurn((turn + QUARTER) % WHOLE);
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = {
      '+': () => scale(1),
      '=': () => scale(1),
      '-': () => scale(-1),
      '0': () => setZoomAt(0),
      t: rotate,
    }[event.key];
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  const isTurned = turn % (2 * QUARTER) !== 0;
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-canvas">
      {/* Its keys mean something while it, or a button of it, has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="-outline-offset-2"
      >
        {/* Not a grid: its track would grow with the picture, and at 100 % a part would be cut off. */}
        <div className="h-[300px] overflow-auto">
          <img
            src={src}
            alt={label}
            onError={onError}
            className="block object-contain"
            style={{
              width: `${zoom}%`,
              height: `${zoom}%`,
              maxWidth: 'none',
              // A quarter turn swaps the sides: the picture is drawn smaller so that it stays inside.
              transform: `rotate(${turn}deg)${isTurned ? ' scale(0.7)' : ''}`,
            }}
          />
        </div>
        <div className="flex flex-wrap items-center gap-1 border-t border-line bg-surface px-2">
          <IconButton label={t('picture.smaller')} onClick={() => scale(-1)}>
            <MinusIcon size={18} />
          </IconButton>
          <span className="num min-w-12 text-center text-sm" aria-live="polite">
            {t('picture.zoom', { percent: zoom })}
          </span>
          <IconButton label={t('picture.larger')} onClick={() => scale(1)}>
            <PlusIcon size={18} />
          </IconButton>
          <IconButton label={t('picture.turn')} onClick={rotate}>
            <ArrowsClockwiseIcon size={18} />
          </IconButton>
        </div>
      </div>
      {caption != null && (
        <figcaption className="border-t border-line bg-surface px-3 py-2 text-xs text-ink-3">
          {caption}
        </figcaption>
      )}
    </figure>
  );
}
