import { loadDeskTexts } from '@candor/locales/desk';
import type { CaseDetail, CaseItem, DeskSession } from '@candor/protocol/desk-light';
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { vi } from 'vitest';
import { App } from '../src/app/App.tsx';
import { listenToKeys } from '../src/lib/keys.ts';
import { beginSession, endSession, restoreSession } from '../src/lib/session.ts';

export const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const NOW = Date.UTC(2026, 10, 23, 12);
const HOUR_MS = 3_600_000;

export const MEMBER: DeskSession = {
  memberId: ID,
  name: 'Ines Moreau',
  email: 'ines@candor.example',
  roles: ['cashierMaker', 'admin'],
  expiresAt: NOW + 8 * HOUR_MS,
  hasPasskey: true,
};

const PERSON = { kind: 'staff', id: '01890a5d-ac96-774b-bcce-b302099a8058', name: 'Aiko' } as const;

/** A case of the queue; each its own by its number. */
export function caseItem(number: number, change: Partial<CaseItem> = {}): CaseItem {
  return {
    id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
    number: `A-${String(number).padStart(6, '0')}`,
    kind: 'adjustment',
    state: 'open',
    verdict: null,
    subject: 'Goodwill for a late fill',
    amount: '500',
    asset: 'USDT',
    userId: ID,
    user: { username: 'mara_k', language: 'es', createdAt: NOW - 40 * 24 * HOUR_MS },
    openedBy: PERSON,
    openedAt: NOW - HOUR_MS,
    deadline: NOW + HOUR_MS,
    isOverdue: false,
    people: 2,
    claimedBy: null,
    claimedAt: null,
    firstBy: null,
    firstAt: null,
    decidedBy: null,
    decidedAt: null,
    appliedAt: null,
    ...change,
  };
}

/** A case with everything its page shows. */
export function caseDetail(change: Partial<CaseDetail> = {}): CaseDetail {
  return {
    ...caseItem(1),
    facts: [
      { key: 'amount', as: 'amount', value: '500' },
      { key: 'note', as: 'text', value: 'The fill came late.' },
    ],
    entry: null,
    deciders: [],
    stuck: null,
    evidence: [],
    rowHash: 'ab'.repeat(32),
    reasons: { approved: ['mistake-corrected', 'goodwill'], rejected: ['not-justified'] },
    parts: null,
    needsPasskey: false,
    hindrance: null,
    mayWithdraw: false,
    waitsForSecond: null,
    reason: null,
    message: null,
    steps: [
      { id: ID, at: NOW, kind: 'opened', by: PERSON, text: null, reason: null, isForUser: true },
    ],
    ...change,
  };
}

/** jsdom lays nothing out and knows no dialogs: rooms of one size, dialogs that only open. */
function furnish(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(460);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(460);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(536);
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

let stopKeys = (): void => undefined;

/** The whole desk at an address, for a member who is signed in, or for nobody yet. */
export async function showDesk(
  address: string,
  member: DeskSession | null = MEMBER,
): Promise<HTMLElement> {
  furnish();
  await loadDeskTexts();
  window.history.replaceState(null, '', address);
  if (member === null) await restoreSession();
  else beginSession(member);
  stopKeys = listenToKeys();
  return render(<App />).container;
}

/** Takes the desk away. */
export function leaveDesk(): void {
  vi.useRealTimers();
  stopKeys();
  cleanup();
  endSession(false);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** What a reader could not use. Colours are measured from the tokens by a test of packages/ui. */
export async function faultsIn(place: Element): Promise<string[]> {
  const { violations } = await axe.run(place, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
