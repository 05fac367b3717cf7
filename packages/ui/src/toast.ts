import type { ReactNode } from 'react';

/** A short word about something that just happened; errors that need action stand inline. */
export type ToastMessage = {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  /** A link to the receipt, usually. */
  readonly action?: ReactNode;
  /** What it tells of was refused or did not happen: no tick stands beside it. */
  readonly isUndone?: boolean;
  /** Stands until it is taken away: what it tells is told nowhere else. */
  readonly stays?: boolean;
};

type State = {
  messages: readonly ToastMessage[];
  next: number;
  readonly listeners: Set<() => void>;
};

const state: State = { messages: [], next: 1, listeners: new Set() };

function change(messages: readonly ToastMessage[]): void {
  state.messages = messages;
  state.listeners.forEach((tell) => tell());
}

/** Shows a message for six seconds, longer while a pointer or focus rests on it, or for good. */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  const all = [...state.messages, { ...message, id: state.next++ }];
  change(all.filter(({ stays }, place) => stays === true || place >= all.length - 3));
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(state.messages.filter((message) => message.id !== id));
}

/** The messages on screen. */
export function currentToasts(): readonly ToastMessage[] {
  return state.messages;
}

/** Calls back after each change; answers how to stop. */
export function onToastsChange(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}
