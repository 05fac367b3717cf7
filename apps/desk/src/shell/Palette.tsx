import { DESK_CALLS } from '@candor/protocol/desk-light';
import { Dialog, TextInput } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES, PAGE_ROWS, proposePath } from '../lib/paths.ts';
import { ask } from '../lib/query.ts';
import { hasRole, useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';
import { setTheme } from '../lib/theme.ts';
import { useSettled } from '../lib/use-settled.ts';

/** Money cases that are proposed from anywhere. */
const PROPOSALS = [
  { kind: 'adjustment', call: 'cases.open-adjustment' },
  { kind: 'houseFunding', call: 'cases.open-house-funding' },
  { kind: 'takeOut', call: 'cases.open-take-out' },
  { kind: 'exchangeCover', call: 'cases.open-exchange-cover' },
] as const;

type Choice = { readonly id: string; readonly text: string; readonly run: () => void };

/** As many cases as stand under the pages without scrolling. */
const CASES_MAX = 8;
const LETTERS_MIN = 2;

/** Cases whose number, subject or user is what was typed. */
function useFoundCases(typed: string): readonly { readonly id: string; readonly text: string }[] {
  const t = useDeskT();
  const q = useSettled(typed.trim());
  const isAsked = q.length >= LETTERS_MIN;
  const { data } = useQuery({
    queryKey: ['cases', 'found', q],
    queryFn: ({ signal }) => ask('cases.list', { query: { q, size: CASES_MAX }, signal }),
    enabled: isAsked,
  });
  if (!isAsked) return [];
  return (data?.records ?? []).map(({ id, number, subject, kind }) => ({
    id,
    text: t('palette.case', { number, kind: t(`case.kind-${kind}`), subject }),
  }));
}

function Choices(props: {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}): ReactElement {
  const { onClose, onKeys } = props;
  const t = useDeskT();
  const id = useId();
  const member = useMember();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFoundCases(typed);
  const go = (to: string) => (): void => {
    onClose();
    navigate(to);
  };
  const fixed: Choice[] = [
    ...PAGE_ROWS.filter(({ roles }) => hasRole(member, roles)).map(({ path, title }) => ({
      id: path,
      text: t(title),
      run: go(path),
    })),
    ...PROPOSALS.filter(({ call }) => hasRole(member, DESK_CALLS[call].roles)).map(({ kind }) => ({
      id: `propose-${kind}`,
      text: t(`propose.act-${kind}`),
      run: go(proposePath(kind)),
    })),
    { id: 'mine', text: t('nav.mine'), run: go(`${PAGES.cases.path}?state=mine`) },
    { id: 'overdue', text: t('nav.overdue'), run: go(`${PAGES.cases.path}?state=overdue`) },
    { id: 'keys', text: t('key.keys'), run: onKeys },
    ...(['light', 'dark', null] as const).map((theme) => ({
      id: `theme-${theme}`,
      text: t(theme === null ? 'nav.theme-system' : `nav.theme-${theme}`),
      run: () => {
        setTheme(theme);
        onClose();
      },
    })),
  ];
  const wanted = typed.trim().toLowerCase();
  const choices: Choice[] = [
    ...fixed.filter(({ text }) => text.toLowerCase().includes(wanted)),
    ...found.map((one) => ({ ...one, run: go(`${PAGES.cases.path}/${one.id}`) })),
  ];
  const chosen = Math.min(at, choices.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % choices.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    choices[chosen]?.run();
  };
  return (
    <div className="mt-3 grid gap-3">
      <TextInput
        label={t('palette.label')}
        data-focus-first=""
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      {choices.length === 0 && <p className="text-sm text-ink-2">{t('palette.nothing')}</p>}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.list')}
        className="max-h-[50dvh] overflow-y-auto"
      >
        {choices.map((choice, place) => (
          // The field has the focus and the keys; a pointer may choose too.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={choice.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            ref={
              place === chosen ? (one) => one?.scrollIntoView?.({ block: 'nearest' }) : undefined
            }
            onClick={choice.run}
            className="flex min-h-9 cursor-pointer items-center rounded-sm px-2.5 text-sm hover:bg-hover max-desktop:min-h-11 aria-selected:bg-accent-tint"
          >
            <span className="min-w-0 truncate">{choice.text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Goes anywhere by typing where. */
export function Palette(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}): ReactElement {
  const t = useDeskT();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('palette.title')}>
      <Choices onClose={props.onClose} onKeys={props.onKeys} />
    </Dialog>
  );
}
