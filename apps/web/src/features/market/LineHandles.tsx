import { IconButton, Note, XIcon, useT } from '@candor/ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { LineMoves, OwnLine } from './chart/chart-lines.ts';
import type { ChartHandle } from './chart/chart.ts';
import { drawable } from './chart/chart-points.ts';
import { snapped, steppedPrice } from './chart/line-move.ts';

type Movable = OwnLine & { readonly move: NonNullable<OwnLine['move']> };

/** A line the user holds, or one that is being set. */
type Hold = { readonly id: string; readonly price: string; readonly isSending: boolean };

/** What came of the last move. */
type Outcome = { readonly isDone: boolean; readonly words: string };

function isMovable(line: OwnLine): line is Movable {
  return line.move !== undefined;
}

/**
 * Handles over the labels of lines that may be moved: by pointer, finger or keyboard. The result in
 * money shows while a line is held; Escape leaves it where it was.
 */
export function LineHandles(props: {
  readonly chart: ChartHandle['open'];
  readonly lines: readonly OwnLine[];
  readonly moves: LineMoves;
  readonly tickSize: string;
}): ReactElement {
  const { chart, lines, moves, tickSize } = props;
  const t = useT();
  const hintId = useId();
  const [hold, setHold] = useState<Hold | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const box = useRef<HTMLDivElement>(null);

  // The canvas says where its labels are; the handles follow without a render.
  useEffect(() => {
    const own = chart.lines();
    own.watchPlaces((places) => {
      for (const element of box.current?.querySelectorAll<HTMLElement>('[data-line-id]') ?? []) {
        const place = places.find((one) => one.id === element.dataset['lineId']);
        element.style.visibility = place === undefined ? 'hidden' : 'visible';
        if (place === undefined) continue;
        element.style.width = `${place.width}px`;
        element.style.transform = `translate(${place.x}px, calc(${place.y}px - 50%))`;
      }
    });
    return () => own.watchPlaces(null);
  }, [chart, lines]);

  useEffect(() => {
    const own = chart.lines();
    own.hold(
      hold === null
        ? null
        : {
            id: hold.id,
            price: drawable(hold.price),
            ...moves.preview(hold.id, hold.price),
            ...(hold.isSending ? { label: t('market.line-sending') } : {}),
          },
    );
    return () => own.hold(null);
  }, [chart, lines, hold, moves, t]);

  const commit = async (line: Movable, price: string): Promise<void> => {
    if (price === line.move.at) {
      setHold(null);
      return;
    }
    setHold({ id: line.id, price, isSending: true });
    const { priceText } = moves.preview(line.id, price);
    const why = await moves.commit(line.id, price);
    // Another line may have been taken up meanwhile.
    setHold((now) => (now?.id === line.id ? null : now));
    const { name } = line.move;
    setOutcome(
      why === null
        ? { isDone: true, words: t('market.line-set', { name, price: priceText }) }
        : {
            isDone: false,
            words: t('market.line-stays', { name, price: line.priceText, why }),
          },
    );
  };

  return (
    <div ref={box} className="pointer-events-none absolute inset-0 z-20 overflow-hidden">
      <p id={hintId} hidden>
        {t('market.line-hint')}
      </p>
      {lines.filter(isMovable).map((line) => (
        <Handle
          key={line.id}
          line={line}
          hintId={hintId}
          held={hold?.id === line.id ? hold : null}
          chart={chart}
          moves={moves}
          tickSize={tickSize}
          onHold={(price) => {
            setOutcome(null);
            setHold(price === null ? null : { id: line.id, price, isSending: false });
          }}
          onCommit={(price) => void commit(line, price)}
        />
      ))}
      <p role="status" className="sr-only">
        {outcome?.isDone === true ? outcome.words : ''}
      </p>
      {outcome?.isDone === false && (
        <div className="pointer-events-auto absolute inset-x-3 top-10 mx-auto max-w-md">
          <Note tone="error" className="items-start shadow-pop">
            <span className="flex items-start gap-2">
              <span className="flex-1">{outcome.words}</span>
              <IconButton
                label={t('common.close')}
                onClick={() => setOutcome(null)}
                className="-my-2 -me-2 !text-current"
              >
                <XIcon size={16} />
              </IconButton>
            </span>
          </Note>
        </div>
      )}
    </div>
  );
}

function Handle(props: {
  readonly line: Movable;
  readonly hintId: string;
  readonly held: Hold | null;
  readonly chart: ChartHandle['open'];
  readonly moves: LineMoves;
  readonly tickSize: string;
  readonly onHold: (price: string | null) => void;
  readonly onCommit: (price: string) => void;
}): ReactElement {
  const { line, held, chart, tickSize, onHold, onCommit } = props;
  const isSending = held?.isSending === true;
  const price = held?.price ?? line.move.at;
  const { priceText, label, problem } = props.moves.preview(line.id, price);
  /** How far from its line it was taken hold of; null while nobody has it. @units pixels */
  const grip = useRef<number | null>(null);

  const heightOf = (event: PointerEvent): number =>
    event.clientY - chart.element.getBoundingClientRect().top;
  /** Labels that would cover one another stand beside their lines; those at the edge have none. */
  const gripAt = (event: PointerEvent): number => {
    const y = chart.series().priceToCoordinate(line.price);
    const isInView = y !== null && y >= 0 && y <= (chart.chart.panes()[0]?.getHeight() ?? 0);
    return isInView ? heightOf(event) - y : 0;
  };
  const priceAt = (event: PointerEvent, from: number): string | null => {
    const value = chart.series().coordinateToPrice(heightOf(event) - from);
    return value === null ? null : snapped(value, tickSize);
  };
  const drop = (): void => {
    grip.current = null;
    onHold(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSending) return;
    if (event.key === 'Escape' && held !== null) {
      event.preventDefault();
      event.stopPropagation();
      drop();
    } else if (event.key === 'Enter' && held !== null) {
      event.preventDefault();
      onCommit(price);
    } else {
      const next = steppedPrice(price, event, tickSize);
      if (next === null) return;
      event.preventDefault();
      onHold(next);
    }
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={line.move.name}
      aria-describedby={props.hintId}
      aria-valuemin={0}
      aria-valuemax={drawable(line.move.at) * 2}
      aria-valuenow={drawable(price)}
      aria-valuetext={`${priceText}, ${problem ?? label}`}
      aria-disabled={isSending || undefined}
      data-line={line.tone}
      data-line-id={line.id}
      // The finger that holds a line does not scroll the page.
      style={{ touchAction: 'none', visibility: 'hidden' }}
      className="pointer-events-auto absolute top-0 left-0 h-6 cursor-ns-resize rounded-[4px] select-none pointer-coarse:h-11"
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (held !== null && !isSending) drop();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || isSending) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = gripAt(event);
      }}
      onPointerMove={(event) => {
        const next = grip.current === null ? null : priceAt(event, grip.current);
        if (next !== null) onHold(next);
      }}
      onPointerUp={() => {
        if (grip.current === null) return;
        grip.current = null;
        if (held !== null) onCommit(price);
      }}
      onPointerCancel={drop}
    />
  );
}
