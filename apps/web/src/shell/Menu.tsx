import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';

/** A button that opens a small panel under itself; Esc or a press elsewhere closes it. */
export function Menu(props: {
  readonly label: string;
  readonly buttonClass: string;
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}): ReactElement {
  const { label, buttonClass, button, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div ref={box} className="relative">
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClass}
      >
        {button}
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute end-0 top-[calc(100%+8px)] z-(--z-bar) min-w-[200px] rounded-lg bg-raised p-2 shadow-pop"
        >
          {children(() => setIsOpen(false))}
        </div>
      )}
    </div>
  );
}
