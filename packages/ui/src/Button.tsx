import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { CircleNotchIcon } from './frame-icons.ts';

/** What a button is for; blue is never a call to action. @source DESIGN 1, 9 */
export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'ghost'
  | 'buy'
  | 'sell'
  | 'danger';

/** 32 dense, 40 default, 48 decisive and mobile. */
export type ButtonSize = 'sm' | 'md' | 'lg';

export type ButtonLook = {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Practice money: buy and sell are hatched outlines, never solid. */
  readonly demo?: boolean;
  readonly wide?: boolean;
  readonly className?: string;
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'min-h-8 px-3 text-sm',
  md: 'min-h-10 px-4 text-base',
  lg: 'min-h-12 px-6 text-md',
};

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'bg-ink text-on-ink enabled:hover:bg-[color-mix(in_oklab,var(--color-ink)_86%,var(--color-canvas))] [a&]:hover:bg-[color-mix(in_oklab,var(--color-ink)_86%,var(--color-canvas))]',
  secondary:
    'bg-surface text-ink inset-ring inset-ring-line-strong enabled:hover:bg-hover [a&]:hover:bg-hover',
  tertiary: 'bg-sunken text-ink enabled:hover:bg-line [a&]:hover:bg-line',
  ghost: 'text-ink-2 enabled:hover:bg-hover [a&]:hover:bg-hover',
  buy: 'bg-up-solid text-on-up enabled:hover:opacity-90',
  sell: 'bg-down-solid text-on-down enabled:hover:opacity-90',
  danger: 'bg-[var(--color-danger-solid)] text-on-down enabled:hover:opacity-90',
};

const DEMO: Partial<Record<ButtonVariant, string>> = {
  buy: 'hatch-buy text-up inset-ring-[1.5px] inset-ring-up',
  sell: 'hatch-sell text-down inset-ring-[1.5px] inset-ring-down',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const { variant = 'primary', size = 'md', demo = false, wide = false, className = '' } = look;
  const ground = (demo ? DEMO[variant] : undefined) ?? VARIANTS[variant];
  return [
    'target inline-flex items-center justify-center gap-2 rounded-sm py-1 text-center font-semibold',
    'transition-[background-color,opacity] duration-(--duration-ui) ease-out',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:bg-none disabled:text-ink-3',
    'disabled:inset-ring-0 active:enabled:opacity-85',
    SIZES[size],
    ground,
    wide ? 'w-full' : '',
    className,
  ].join(' ');
}

export type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
    /** What it is doing now ("Sending"); the button keeps its width and cannot be pressed. */
    readonly busy?: string | undefined;
    readonly children: ReactNode;
  };

/** A button. It submits nothing unless its type says so. */
export function Button(props: ButtonProps): ReactElement {
  const { variant, size, demo, wide, className, busy, children, disabled, onClick, ...rest } =
    props;
  const look = { variant, size, demo, wide, className };
  const defined = Object.fromEntries(
    Object.entries(look).filter(([, value]) => value !== undefined),
  );
  const isBusy = busy !== undefined;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(defined)}
    >
      {isBusy ? (
        <>
          <CircleNotchIcon size={16} className="animate-spin" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}
