// Promise: a document is brought only when a member asks, each look is counted, and it can be turned.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const FILE = `${ID.slice(0, -1)}1`;
const ME = { kind: 'staff', id: ID, name: 'Ines Moreau' } as const;
const CLAIMED: Parameters<typeof caseDetail>[0] = {
  ...{ state: 'claimed', claimedBy: ME, claimedAt: NOW, evidence: [FILE] },
};

const listed = (left: number) =>
  answered({
    records: [
      { id: FILE, purpose: 'kycFront', at: NOW, bytes: 1_258_291, isGone: false },
      { id: ID, purpose: 'kycBack', at: NOW, bytes: 1_000, isGone: true },
    ],
    views: { left, max: 30, nextAt: left === 0 ? NOW : null },
  });

afterEach(leaveDesk);

function serve(
  detail: Parameters<typeof caseDetail>[0],
  more: Parameters<typeof standInForServer>[0] = {},
) {
  return standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'cases.list': () => answered({ records: [], next: null }),
    'cases.get': () => answered(caseDetail({ id: ID, ...detail })),
    ...more,
  });
}

it('of a claimed case is brought by one press, looked at closely and turned', WITHIN, async () => {
  let left = 30;
  const sent = serve(CLAIMED, { 'cases.documents': () => listed(left) });
  const others = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (!path.endsWith(`/documents/${FILE}`)) return others(path, init);
    asked.push(path);
    left -= 1;
    const headers = { 'content-type': 'image/png' };
    return Promise.resolve(new Response(new Uint8Array([137, 80]), { headers }));
  });
  await showDesk(`/cases/${ID}`);
  const look = await screen.findByRole('button', { name: 'Look at: Front of the document' });
  expect(screen.getByText(/30 of 30 views are left this hour/)).toBeTruthy();
  expect(screen.getByText(/Nobody can open it any more/)).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.click(look);
  const picture = await screen.findByRole('img', { name: 'Front of the document' });
  expect(picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  expect(await screen.findByText(/29 of 30 views are left/)).toBeTruthy();
  const group = screen.getByRole('group', { name: 'Front of the document' });
  const tools = within(group);
  await userEvent.click(tools.getByRole('button', { name: 'Larger (+)' }));
  expect(picture.style.width).toBe('150%');
  fireEvent.keyDown(group, { key: '+' });
  expect(picture.style.width).toBe('200%');
  fireEvent.keyDown(group, { key: 't' });
  expect(picture.style.transform).toContain('rotate(90deg)');
  fireEvent.keyDown(group, { key: '0' });
  expect(picture.style.width).toBe('100%');
  // Looking closely asks for nothing: it was brought once.
  expect(asked).toHaveLength(1);
  expect(await faultsIn(document.body)).toEqual([]);
  expect(sent.filter(({ name }) => name === 'cases.documents').length).toBeGreaterThan(1);
});

it('is not brought without the claim, and a refusal is said in words', WITHIN, async () => {
  let detail: Parameters<typeof caseDetail>[0] = { evidence: [FILE] };
  serve(detail, {
    'cases.get': () => answered(caseDetail({ id: ID, ...detail })),
    'cases.documents': () => listed(3),
    'cases.document': () => refused('limit-reached', { until: String(NOW), max: '30' }),
    'cases.claim': () => {
      detail = CLAIMED;
      return answered(caseDetail({ id: ID, ...detail }));
    },
  });
  await showDesk(`/cases/${ID}`);
  expect(await screen.findByText(/Claim the case to open its documents/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Look at/ })).toBeNull();
  await userEvent.keyboard('c');
  await userEvent.click(await screen.findByRole('button', { name: /^Look at/ }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.queryByRole('img', { name: 'Front of the document' })).toBeNull();
});

it('is for none of support’s eyes, who are told that there is one', WITHIN, async () => {
  const sent = serve(CLAIMED, {
    'support.counts': () => answered({ open: 0, unassigned: 0, mine: 0 }),
  });
  await showDesk(`/cases/${ID}`, { ...MEMBER, roles: ['support'] });
  expect(await screen.findByText(/1 document\. Your roles do not decide/)).toBeTruthy();
  await waitFor(() => expect(sent.some(({ name }) => name === 'cases.get')).toBe(true));
  expect(sent.some(({ name }) => name === 'cases.documents')).toBe(false);
});
