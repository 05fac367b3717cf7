import type { ReactElement, ReactNode, Ref } from 'react';

/** What the frame is as wide as high as: a card, or a person with one. */
export type Shape = 'card' | 'person';

const SHAPES: Readonly<Record<Shape, string>> = {
  // ISO/IEC 7810: a card is 85.60 by 53.98 millimetres; a passport's page is nearly so.
  card: 'w-[min(440px,100%)] aspect-[85.6/54]',
  person: 'h-[min(300px,100%)] aspect-[3/4]',
};

/** The frame a document is held in; all around it is dimmed. */
export function Frame(props: {
  readonly shape: Shape;
  readonly frameRef?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}): ReactElement {
  const { shape, frameRef, children } = props;
  return (
    <div
      ref={frameRef}
      className={`grid max-h-full max-w-full place-items-center rounded-xl border-2 border-ink shadow-[0_0_0_900px_rgb(0_0_0/0.56)] ${SHAPES[shape]}`}
    >
      {children}
    </div>
  );
}

/** The dark ground on which a picture is taken and looked at, in both themes. */
export function Stage(props: {
  readonly title: string;
  readonly hint: string;
  /** Behind everything: what the camera sees. */
  readonly ground?: ReactNode;
  /** Between the words and the foot, however many lines they have: a frame, a picture. */
  readonly children: ReactNode;
  /** At the lower edge. */
  readonly foot?: ReactNode;
}): ReactElement {
  const { title, hint, ground, children, foot } = props;
  return (
    <div
      data-theme="dark"
      className="relative flex h-[min(520px,62dvh)] min-h-[420px] flex-col overflow-hidden bg-canvas px-4 text-ink desktop:rounded-lg max-desktop:-mx-4 max-desktop:h-[min(420px,46dvh)] max-desktop:min-h-[330px]"
    >
      {ground}
      <div className="pointer-events-none relative z-10 pt-4 pb-3 text-center">
        <h3 className="text-lg leading-6">{title}</h3>
        <p className="mt-0.5 text-sm text-ink-2">{hint}</p>
      </div>
      <div className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center px-2">
        {children}
      </div>
      {/* Its room is there before it is, so that nothing moves when it comes. */}
      <div className="relative z-10 grid min-h-14 shrink-0 content-center">{foot}</div>
    </div>
  );
}
