import { useSyncExternalStore } from 'react';
import { keepInWindow, readInWindow } from '../../lib/window-storage.ts';

/** A conversation that was begun without an account: this window alone can open it. */
export type Visit = {
  readonly id: string;
  readonly token: string;
  readonly number: string;
  readonly subject: string;
};

type Kept = { visits: readonly Visit[]; readonly listeners: Set<() => void> };

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  const { id, token, number, subject } = value as Partial<Record<keyof Visit, unknown>>;
  return [id, token, number, subject].every((one) => typeof one === 'string');
}

function readVisits(): readonly Visit[] {
  const read = readInWindow('supportVisits');
  return Array.isArray(read) ? read.filter(isVisit) : [];
}

const kept: Kept = { visits: readVisits(), listeners: new Set() };

function change(visits: readonly Visit[]): void {
  kept.visits = visits;
  keepInWindow('supportVisits', visits);
  kept.listeners.forEach((tell) => tell());
}

/** Keeps the way into a conversation until the window is closed, the newest first. */
export function keepVisit(visit: Visit): void {
  change([visit, ...kept.visits.filter(({ id }) => id !== visit.id)]);
}

/** Forgets the way into a conversation. */
export function forgetVisit(id: string): void {
  change(kept.visits.filter((visit) => visit.id !== id));
}

/** The conversations of visitors this window can open. */
export function useVisits(): readonly Visit[] {
  return useSyncExternalStore(
    (listener) => {
      kept.listeners.add(listener);
      return () => kept.listeners.delete(listener);
    },
    () => kept.visits,
  );
}

/** What a person keeps to come back: the id and the secret in one word. */
export const keyOf = ({ id, token }: Visit): string => `${id}.${token}`;

const KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** Reads such a word; null when it is none. */
export function readKey(text: string): { readonly id: string; readonly token: string } | null {
  const [, id, token] = KEY.exec(text.replaceAll(/\s/g, '')) ?? [];
  return id === undefined || token === undefined ? null : { id, token };
}
