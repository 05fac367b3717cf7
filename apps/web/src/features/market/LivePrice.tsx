import { compare, parseDecimal } from '@candor/kernel';
import { Price } from '@candor/ui';
import { type ReactElement, useEffect, useRef } from 'react';

const TINT_MS = 80;

/** A price whose ground is tinted for a moment when it changes; the number itself never moves. */
export function LivePrice(props: {
  readonly value: string | null | undefined;
  readonly tickSize: string;
  readonly className?: string;
}): ReactElement {
  const { value, tickSize, className = '' } = props;
  const ground = useRef<HTMLSpanElement>(null);
  const before = useRef(value);

  useEffect(() => {
    const was = before.current == null ? null : parseDecimal(before.current);
    const is = value == null ? null : parseDecimal(value);
    before.current = value;
    const style = ground.current?.style;
    if (style === undefined || was === null || is === null || was === is) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    style.backgroundColor =
      compare(is, was) > 0 ? 'var(--color-up-tint)' : 'var(--color-down-tint)';
    // A timer: an animation would draw every frame.
    const clear = (): string => (style.backgroundColor = '');
    const timer = setTimeout(clear, TINT_MS);
    return () => {
      clearTimeout(timer);
      clear();
    };
  }, [value]);

  return (
    <span ref={ground} className="rounded-xs">
      <Price value={value} tickSize={tickSize} className={className} />
    </span>
  );
}
