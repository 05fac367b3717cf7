import type { SupportItem } from '@candor/protocol/light';
import {
  Button,
  Card,
  Empty,
  PlusIcon,
  buttonClass,
  formatTime,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { Link } from 'wouter';
import { Waiting } from '../../lib/Paged.tsx';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { href } from '../../lib/paths.ts';
import { failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { ComeBack } from './VisitCards.tsx';
import { useConversations } from './api.ts';
import { StateChip } from './states.tsx';
import { type Visit, useVisits } from './visits.ts';

const FIRST = 5;
const MORE = 20;
/** The most the server gives at once. */
const MOST = 100;

type Row = Pick<SupportItem, 'id' | 'number' | 'subject'> & Partial<SupportItem>;

/** One conversation in a list; the one that is shown is marked. */
function OneRow({ row, isShown }: { readonly row: Row; readonly isShown: boolean }): ReactElement {
  const { value: lang } = useLocale();
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={href('support', { lang, id: row.id })}
        aria-current={isShown ? 'true' : undefined}
        className={`-mx-2 grid gap-1 rounded-sm px-2 py-3 hover:bg-hover ${isShown ? 'bg-accent-tint' : ''}`}
      >
        <span dir="auto" className="text-start font-medium [overflow-wrap:anywhere]">
          {row.subject}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          {row.state !== undefined && <StateChip state={row.state} />}
          {row.updatedAt !== undefined && <bdi>{formatTime(row.updatedAt)}</bdi>}
          {row.updatedAt === undefined && <bdi className="mono">{row.number}</bdi>}
        </span>
      </Link>
    </li>
  );
}

function Rows({ rows, shown }: { readonly rows: readonly Row[]; readonly shown: string | null }) {
  return (
    <ul className="mt-2">
      {rows.map((row) => (
        <OneRow key={row.id} row={row} isShown={row.id === shown} />
      ))}
    </ul>
  );
}

/** The account's, the latest first; older ones come when they are asked for. */
function OfAccount({ shown }: { readonly shown: string | null }): ReactElement {
  const t = useT();
  const [size, setSize] = useState(FIRST);
  const found = useConversations(size);
  const failure = failureOf(found.error);
  if (found.data === undefined && failure === null) {
    return <Waiting rows={2} className="grid gap-4 py-3" />;
  }
  if (found.data === undefined) {
    return (
      <ReadFailed
        className="mt-3"
        title={t('support.list-failed')}
        failure={failure}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const { records, total } = found.data;
  if (total === 0) {
    return (
      <Empty title={t('support.empty')} className="!px-0 !py-3">
        {t('support.kept-account')}
      </Empty>
    );
  }
  return (
    <>
      <Rows rows={records} shown={shown} />
      {total > records.length && size < MOST && (
        <Button
          variant="ghost"
          size="sm"
          disabled={found.isPlaceholderData}
          onClick={() => setSize(Math.min(MOST, size + MORE))}
        >
          {t('support.more')}
        </Button>
      )}
      <p className="mt-2 border-t border-line pt-3 text-xs text-ink-3">
        {t('support.kept-account')}
      </p>
    </>
  );
}

function OfWindow(props: {
  readonly visits: readonly Visit[];
  readonly shown: string | null;
}): ReactElement {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-md">
        {t('support.list-window')}
      </h2>
      <Rows rows={props.visits} shown={props.shown} />
    </section>
  );
}

/** What is kept of a visitor, and the two ways to find a conversation again. */
function KeptForVisitor({ onOpened }: { readonly onOpened: (id: string) => void }): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  return (
    <>
      <h2 className="text-md">{t('support.kept-title')}</h2>
      <p className="mt-2 text-sm text-ink-2">{t('support.kept-visitor')}</p>
      <Link
        href={href('login', { next: href('support', { lang }) })}
        className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mt-3' })}
      >
        {t('nav.log-in')}
      </Link>
      <ComeBack onOpened={onOpened} />
    </>
  );
}

/** The conversations one can open here, and what is kept of them where. */
export function Conversations(props: {
  /** The conversation that is shown beside it; null while a new one is written. */
  readonly shown: string | null;
  readonly onOpened: (id: string) => void;
}): ReactElement {
  const { shown, onOpened } = props;
  const t = useT();
  const titleId = useId();
  const { user } = useSession();
  const { value: lang } = useLocale();
  const visits = useVisits();
  return (
    <div className="grid content-start gap-4">
      {shown !== null && (
        <Link
          href={href('support', { lang })}
          className={buttonClass({ variant: 'secondary', wide: true })}
        >
          <PlusIcon size={16} />
          {t('support.new')}
        </Link>
      )}
      {user !== null && (
        <section aria-labelledby={titleId}>
          <Card className="p-5 max-desktop:p-4">
            <h2 id={titleId} className="text-md">
              {t('support.list')}
            </h2>
            <p className="text-xs text-ink-3">{t('support.who', { name: user.username })}</p>
            <OfAccount shown={shown} />
          </Card>
        </section>
      )}
      {visits.length > 0 && (
        <Card className="p-5 max-desktop:p-4">
          <OfWindow visits={visits} shown={shown} />
        </Card>
      )}
      {user === null && (
        <Card className="p-5 max-desktop:p-4">
          <KeptForVisitor onOpened={onOpened} />
        </Card>
      )}
    </div>
  );
}
