import type { ReactElement } from 'react';
import { useSearch } from '../lib/paths.ts';
import { ReadingFrame } from '../features/content/ReadingFrame.tsx';
import {
  FaqView,
  HelpView,
  IntroductionView,
  NamedView,
  NoticesView,
} from '../features/content/views.tsx';

/** The text an address names. Its `title` is for people: anyone may write it, so none is shown. */
export function ContentPage(): ReactElement {
  const { id } = useSearch('content');
  return (
    <ReadingFrame>
      <NamedView key={id} id={id} />
    </ReadingFrame>
  );
}

/** What the product is. */
export function Introduction(): ReactElement {
  return (
    <ReadingFrame>
      <IntroductionView />
    </ReadingFrame>
  );
}

/** Where to look for an answer. */
export function Help(): ReactElement {
  return (
    <ReadingFrame>
      <HelpView />
    </ReadingFrame>
  );
}

/** Questions and answers. */
export function Faq(): ReactElement {
  return (
    <ReadingFrame>
      <FaqView />
    </ReadingFrame>
  );
}

/** What is new. */
export function Notices(): ReactElement {
  return (
    <ReadingFrame>
      <NoticesView />
    </ReadingFrame>
  );
}
