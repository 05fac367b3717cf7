import type { ComponentType } from 'react';

/** Steppers of the page, each a file of its own that comes when it is opened; null: not there yet. */
export type Flow = ComponentType;

export const FLOWS: Readonly<Record<'deposit' | 'withdraw', Flow | null>> = {
  deposit: null,
  withdraw: null,
};
