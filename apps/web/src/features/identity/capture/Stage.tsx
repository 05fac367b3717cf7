import type { ReactElement, ReactNode, Ref } from 'react';

/** What the frame is as wide as high as: a card, or a person with one. */
export type Shape = 'card' | 'person';

const SHAPES: Readonly<Record<Shape, string>> = {
  // ISO/IEC 7810: a card is 85.60 by 53.98 millimetres; a passport's page is nearly so.
  card: 'w-[min(440px,calc(100%-48px))] aspect-[85.6/54]',
  person: 'h-[min(300px,calc(100%-150px))] aspect-[3/4]',
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
      className={`absolute start-1/2 top-1/2 grid -translate-x-1/2 -translate-y-1/2 place-items-center rounded-xl border-2 border-ink shadow-[0_0_0_900px_rgb(0_0_0/0.56)] rtl:translate-x-1/2 ${SHAPES[shape]}`}
    >
      {children}
    </div>
  );
}

/** The dark ground on which a picture is taken and looked at, in both themes. */
export function Stage(props: {
  readonly title: string;
  readonly hint: string;
  /** Behind the words: a video, a frame, a picture. */
  readonly children: ReactNode;
  /** At the lower edge. */
  readonly foot?: ReactNode;
}): ReactElement {
  const { title, hint, children, foot } = props;
  return (
    <div
      data-theme="dark"
      className="relative h-[min(520px,62dvh)] min-h-[420px] overflow-hidden bg-canvas text-ink desktop:rounded-lg max-desktop:-mx-4 max-desktop:h-[min(420px,46dvh)] max-desktop:min-h-[330px]"
    >
      {children}
      <div className="pointer-events-none absolute inset-x-4 top-5 text-center">
        <h3 className="text-lg leading-6">{title}</h3>
        <p className="mt-0.5 text-sm text-ink-2">{hint}</p>
      </div>
      {foot != null && <div className="absolute inset-x-4 bottom-4">{foot}</div>}
    </div>
  );
}
