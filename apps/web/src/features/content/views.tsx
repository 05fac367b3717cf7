import { Card, useT } from '@candor/ui';
import type { MessageKey } from '@candor/locales';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { type ContentType, useContent, useContents } from './api.ts';
import { Awaited, Gone } from './Awaited.tsx';
import { ContentLinks } from './ContentLinks.tsx';
import { ReadingHead } from './ReadingFrame.tsx';
import { QuestionsView, TextView } from './TextView.tsx';

/** Most signs of an id; the server refuses longer ones. */
const ID_MAX = 60;

/** The text an address names; what can be no id is not asked for. */
export function NamedView({ id }: { readonly id: string | undefined }): ReactElement {
  return id === undefined || id === '' || id.length > ID_MAX ? <Gone /> : <ContentView id={id} />;
}

/** The text with an id. */
function ContentView({ id }: { readonly id: string }): ReactElement {
  return <Awaited of={useContent(id)}>{(text) => <TextView text={text} />}</Awaited>;
}

/** What the product is: the first text of its type. */
export function IntroductionView(): ReactElement {
  const t = useT();
  return (
    <Awaited of={useContents('7')}>
      {([first]) =>
        first === undefined ? (
          <ReadingHead title={t('page.introduction-title')} lead={t('content.none')} />
        ) : (
          <ContentView id={first.id} />
        )
      }
    </Awaited>
  );
}

function Questions({ id }: { readonly id: string }): ReactElement {
  return <Awaited of={useContent(id)}>{(text) => <QuestionsView text={text} />}</Awaited>;
}

/** Every question with its answer. */
export function FaqView(): ReactElement {
  const t = useT();
  return (
    <>
      <ReadingHead title={t('page.faq-title')} />
      <Awaited of={useContents('5')}>
        {(items) => (
          <div className="grid gap-10">
            {items.map(({ id }) => (
              <Questions key={id} id={id} />
            ))}
          </div>
        )}
      </Awaited>
    </>
  );
}

/** What is new, the latest first. */
export function NoticesView(): ReactElement {
  const t = useT();
  return (
    <>
      <ReadingHead title={t('page.notice-title')} />
      <Awaited of={useContents('6')}>{(items) => <ContentLinks items={items} withDay />}</Awaited>
    </>
  );
}

const GROUPS: readonly { readonly type: ContentType; readonly title: MessageKey }[] = [
  { type: '2', title: 'footer.policy' },
  { type: '3', title: 'footer.statements' },
  { type: '1', title: 'footer.company' },
  { type: '4', title: 'footer.contact' },
];

function Group(props: { readonly type: ContentType; readonly title: string }): ReactElement {
  const { type, title } = props;
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="mb-1 text-lg">{title}</h2>
      <Awaited of={useContents(type)}>{(items) => <ContentLinks items={items} />}</Awaited>
    </Card>
  );
}

const PLACES = [
  { page: 'faq', title: 'page.faq-title' },
  { page: 'notice', title: 'page.notice-title' },
  { page: 'introduction', title: 'page.introduction-title' },
] as const;

/** Where to look: questions, notices, and every text by what it is for. */
export function HelpView(): ReactElement {
  const t = useT();
  return (
    <>
      <ReadingHead title={t('page.help-title')} lead={t('content.help-lead')} />
      <ul className="mb-6 flex flex-wrap gap-x-6 gap-y-2">
        {PLACES.map(({ page, title }) => (
          <li key={page}>
            <Link
              href={href(page)}
              className="inline-flex min-h-11 min-w-11 items-center font-medium underline underline-offset-4"
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1">
        {GROUPS.map(({ type, title }) => (
          <Group key={type} type={type} title={t(title)} />
        ))}
      </div>
    </>
  );
}
