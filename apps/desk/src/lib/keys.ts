import type { DeskKey } from '@candor/locales/desk';
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Keys by what they do, for those that pages show beside it. */
export const KEYS = {
  next: 'j',
  previous: 'k',
  approve: 'a',
  reject: 'r',
  reply: 'r',
  ask: 'm',
  claim: 'c',
  search: '/',
  open: 'enter',
} as const;

/** What a key does on the page that is shown. */
export type KeyCommand = {
  /** As `KeyboardEvent.key` says it, in lower case. */
  readonly key: string;
  readonly text: DeskKey;
  readonly run: () => void;
  /** Together with ⌘ or Ctrl; then also while a field has the focus. */
  readonly withCommand?: true;
};

const state = {
  commands: [] as readonly KeyCommand[],
  listeners: new Set<() => void>(),
};

function change(commands: readonly KeyCommand[]): void {
  state.commands = commands;
  state.listeners.forEach((tell) => tell());
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;

const isBehindDialog = (): boolean => document.querySelector('dialog[open]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  const isCommand = event.metaKey || event.ctrlKey;
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (!isCommand && (isWriting(event.target) || isBehindDialog())) return;
  const key = event.key.toLowerCase();
  // What was mounted last stands nearest to the member: its key is meant.
  const found = state.commands.findLast(
    (one) => one.key === key && (one.withCommand === true) === isCommand,
  );
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

/** Listens to the keys of the whole page; answers how to stop. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Gives keys their meaning while the component is shown. */
export function useKeys(commands: readonly KeyCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const names = commands.map(({ key, text, withCommand }) => [key, text, withCommand].join(' '));
  const shape = names.join('|');
  useEffect(() => {
    const own = latest.current.map((one, at) => ({
      ...one,
      run: () => latest.current[at]?.run(),
    }));
    change([...state.commands, ...own]);
    return () => change(state.commands.filter((one) => !own.includes(one)));
  }, [shape]);
}

/** The keys that mean something now. */
export function useKeyList(): readonly KeyCommand[] {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.commands,
  );
}
