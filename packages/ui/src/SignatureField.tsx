import { type PointerEvent, type ReactElement, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import { TextInput } from './TextInput.tsx';
import { StartAgainIcon } from './capture-icons.ts';
import { WarningCircleIcon } from './icons.ts';
import {
  NAME_MAX,
  PAD,
  PAD_LINE,
  PEN,
  type PadPoint,
  type Signature,
  UNSIGNED,
  strokeBegun,
  strokeLed,
  strokePath,
} from './signature.ts';
import { useT } from './use-locale.ts';

/** Where a pointer is, in units of the pad. */
function pointOf(event: PointerEvent<SVGSVGElement>): PadPoint {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / Math.max(1, width)) * PAD.width,
    y: ((event.clientY - top) / Math.max(1, height)) * PAD.height,
  };
}

/** The line and its cross, which stands where a signature of this direction begins. */
function Line(): ReactElement {
  const { y, inset } = PAD_LINE;
  return (
    <g
      className="stroke-ink-3 rtl:-scale-x-100 origin-center [transform-box:fill-box]"
      fill="none"
      strokeWidth={2}
    >
      <path
        d={`M${inset} ${y}H${PAD.width - inset}`}
        className="stroke-control"
        strokeDasharray="6 6"
      />
      <path d={`M${inset} ${y - 22}l10 10m0 -10l-10 10`} />
    </g>
  );
}

const BOX = 'w-full aspect-[3/1] rounded-md border bg-surface';

function Pad(props: {
  readonly value: Signature & { readonly kind: 'drawn' };
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly edge: string;
  readonly onChange: (value: Signature) => void;
}): ReactElement {
  const { value, labelledBy, describedBy, edge, onChange } = props;
  // The stroke that is being drawn belongs to one pointer; a palm or a second finger adds nothing.
  const drawing = useRef<number | null>(null);
  const draw = (strokes: typeof value.strokes): void => onChange({ kind: 'drawn', strokes });
  const end = ({ pointerId }: PointerEvent): void => {
    if (drawing.current === pointerId) drawing.current = null;
  };
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      viewBox={`0 0 ${PAD.width} ${PAD.height}`}
      className={`${BOX} ${edge} cursor-crosshair touch-none select-none`}
      onPointerDown={(event) => {
        if (drawing.current !== null || !event.isPrimary || event.button !== 0) return;
        drawing.current = event.pointerId;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        draw(strokeBegun(value.strokes, pointOf(event)));
      }}
      onPointerMove={(event) => {
        if (drawing.current === event.pointerId) draw(strokeLed(value.strokes, pointOf(event)));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
    >
      <Line />
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth={PEN}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {value.strokes.map((stroke, index) => (
          // Strokes are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <path key={index} d={strokePath(stroke)} />
        ))}
      </g>
    </svg>
  );
}

/** The typed name as it will stand on the line. */
function Typed({ name, edge }: { readonly name: string; readonly edge: string }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${PAD.width} ${PAD.height}`} className={`${BOX} ${edge}`}>
      <Line />
      <text
        x={PAD.width / 2}
        y={PAD_LINE.y - 16}
        textAnchor="middle"
        fill="currentColor"
        fontSize={Math.min(48, 1_000 / Math.max(1, name.length))}
        fontWeight={500}
      >
        {name}
      </text>
    </svg>
  );
}

/**
 * Signed with a finger, a pen or the mouse, or by typing one's name, which counts as much: nobody
 * needs a pointer to sign. @source DESIGN 9 "Signature pad", 12
 */
export function SignatureField(props: {
  readonly value: Signature;
  readonly onChange: (value: Signature) => void;
  readonly error?: string | null | undefined;
  readonly className?: string;
}): ReactElement {
  const { value, onChange, error, className = '' } = props;
  const t = useT();
  const id = useId();
  const hasError = error != null && error !== '';
  const edge = hasError ? 'border-[var(--color-danger-solid)]' : 'border-control';
  const isTyped = value.kind === 'typed';
  const other: Signature = isTyped ? UNSIGNED : { kind: 'typed', name: '' };
  return (
    <div role="group" aria-labelledby={`${id}-title`} className={`grid gap-3 ${className}`}>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span id={`${id}-title`} className="text-md font-semibold">
          {t('signature.title')}
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="-me-3 max-desktop:min-h-11"
          onClick={() => onChange(isTyped ? { kind: 'typed', name: '' } : UNSIGNED)}
        >
          <StartAgainIcon size={18} />
          {t('signature.clear')}
        </Button>
      </div>
      {isTyped ? (
        <>
          <Typed name={value.name} edge={edge} />
          <TextInput
            label={t('signature.name')}
            autoComplete="name"
            maxLength={NAME_MAX}
            dir="auto"
            value={value.name}
            error={error}
            help={t('signature.typed-help')}
            onChange={(event) => onChange({ kind: 'typed', name: event.target.value })}
          />
        </>
      ) : (
        <>
          <Pad
            value={value}
            labelledBy={`${id}-pad`}
            describedBy={hasError ? `${id}-error ${id}-help` : `${id}-help`}
            edge={edge}
            onChange={onChange}
          />
          <span id={`${id}-pad`} hidden>
            {t(value.strokes.length === 0 ? 'signature.pad' : 'signature.drawn')}
          </span>
          {hasError && (
            <p
              id={`${id}-error`}
              role="alert"
              className="flex gap-1 text-xs text-[var(--color-danger)]"
            >
              <WarningCircleIcon size={14} weight="fill" className="mt-px" />
              <span>{error}</span>
            </p>
          )}
        </>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        {!isTyped && <span id={`${id}-help`}>{t('signature.draw-help')}</span>}
        <button
          type="button"
          onClick={() => onChange(other)}
          className="min-h-8 text-accent underline underline-offset-2 max-desktop:min-h-11"
        >
          {t(isTyped ? 'signature.draw-instead' : 'signature.type-instead')}
        </button>
      </p>
    </div>
  );
}
