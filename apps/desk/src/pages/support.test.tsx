// Promise: a member of support reads, takes and answers a conversation by keys and buttons, sees what
// came meanwhile before anything is sent, and is offered replies in the customer's language first.
import type { InboxConversation, InboxItem, SavedReply } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const SUPPORT = { ...MEMBER, roles: ['support' as const] };
const FILE = '01890a5d-ac96-774b-bcce-b302099a8099';

const item = (number: number): InboxItem => ({
  id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
  number: `7K2M-${String(number).padStart(4, '0')}`,
  subject: `Question ${number}`,
  language: 'de',
  state: 'open',
  messages: 1,
  userId: ID,
  mail: null,
  createdAt: NOW,
  updatedAt: NOW,
  waitingSince: NOW,
  assignedTo: null,
});
const asked = {
  id: ID,
  place: 1,
  by: 'asker' as const,
  name: null,
  reference: null,
  text: '<b>Which</b> fee?',
  at: NOW,
  files: [FILE],
};
const one = (change: Partial<InboxConversation> = {}): InboxConversation => ({
  ...item(1),
  username: 'mara_k',
  complaint: null,
  history: [asked],
  notes: [{ id: FILE, at: NOW, by: { id: ID, name: 'Aiko' }, text: 'Asked before' }],
  colleagues: [{ id: ID, name: 'Ines Moreau' }],
  ...change,
});
const saved = (language: SavedReply['language'], text: string): SavedReply => ({
  id: ID,
  language,
  version: 2,
  title: 'Fees',
  text,
  isRetired: false,
  by: { id: ID, name: 'Aiko' },
  at: NOW,
});
const SAVED = answered({
  records: [saved('en', 'Hello {name}'), saved('de', 'Guten Tag {name}, zu {number}')],
});
const answers = (more: Parameters<typeof standInForServer>[0] = {}) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'support.counts': () => answered({ open: 3, unassigned: 2, mine: 1, oldestWaitingSince: NOW }),
    'support.list': () => answered({ records: [item(1), item(2)], next: null }),
    'support.read': () => answered(one()),
    'support.saved': () => SAVED,
    ...more,
  });

afterEach(leaveDesk);

describe('the inbox', () => {
  it('keeps sixty rows at most of a long list', WITHIN, async () => {
    const records = Array.from({ length: 100 }, (_, at) => item(at + 1));
    answers({ 'support.list': () => answered({ records, next: null }) });
    const desk = await showDesk('/support', SUPPORT);
    await screen.findByText('7K2M-0001');
    expect(desk.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(60);
    expect(screen.getByText('3 pending, 2 unassigned')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.keyboard('j');
    await waitFor(() => expect(location.pathname).toBe(`/support/${item(1).id}`));
  });
});

describe('a conversation', () => {
  it(
    'is read as text, its pictures when they are asked for, and taken by a key',
    WITHIN,
    async () => {
      const sent = answers({ 'support.assign': () => answered(item(1)) });
      const desk = await showDesk(`/support/${item(1).id}`, SUPPORT);
      expect(await screen.findByText('<b>Which</b> fee?')).toBeTruthy();
      expect(screen.getByText('Asked before')).toBeTruthy();
      expect(desk.querySelector('img[src*="pictures"]')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Show picture 1' }));
      const picture = screen.getByRole('img', { name: 'Picture 1 of the message' });
      expect(picture.getAttribute('src')).toBe(`/desk/support/${item(1).id}/pictures/${FILE}`);
      expect(await faultsIn(document.body)).toEqual([]);
      (document.activeElement as HTMLElement).blur();
      await userEvent.keyboard('c');
      await waitFor(() =>
        expect(sent.find(({ name }) => name === 'support.assign')?.body).toEqual({
          from: null,
          to: ID,
        }),
      );
    },
  );

  it('is answered from a saved reply, the customer’s language first', WITHIN, async () => {
    const sent = answers({ 'support.reply': () => answered({ ...item(1), messages: 2 }) });
    await showDesk(`/support/${item(1).id}`, SUPPORT);
    const choice = await screen.findByLabelText<HTMLSelectElement>('Saved reply');
    const names = [...choice.options].map(({ text }) => text);
    expect(names).toEqual(['Choose', 'Fees · German', 'Fees · English']);
    await userEvent.selectOptions(choice, 'Fees · German');
    const box = screen.getByLabelText<HTMLTextAreaElement>('Answer in German');
    expect(box.value).toBe('Guten Tag mara_k, zu 7K2M-0001');
    await userEvent.click(screen.getByRole('button', { name: 'Send the answer' }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'support.reply')?.body).toEqual({
        text: 'Guten Tag mara_k, zu 7K2M-0001',
        after: 1,
      }),
    );
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('shows what came meanwhile before it sends, and keeps what was written', WITHIN, async () => {
    let isAnswered = false;
    const theirs = { ...asked, id: FILE, place: 2, by: 'staff' as const, name: 'Ben' };
    const later = one({
      messages: 2,
      history: [asked, { ...theirs, text: 'Answered already', files: [] }],
    });
    const sent = answers({
      'support.read': () => answered(isAnswered ? later : one()),
      'support.reply': () => {
        isAnswered = true;
        return refused('support-changed');
      },
    });
    await showDesk(`/support/${item(1).id}`, SUPPORT);
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Answer in German');
    fireEvent.change(box, { target: { value: 'My answer' } });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the answer' });
    await userEvent.click(send);
    expect(await screen.findByText('A message came while you wrote')).toBeTruthy();
    expect(screen.getByText('Answered already')).toBeTruthy();
    expect([box.value, send.disabled]).toEqual(['My answer', true]);
    await userEvent.click(screen.getByRole('button', { name: 'I have read it' }));
    await userEvent.click(send);
    const bodies = sent.filter(({ name }) => name === 'support.reply').map(({ body }) => body);
    expect(bodies).toEqual([
      { text: 'My answer', after: 1 },
      { text: 'My answer', after: 2 },
    ]);
  });

  it('is only read by an auditor, without pictures', WITHIN, async () => {
    answers();
    await showDesk(`/support/${item(1).id}`, { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByText('1 picture')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
  });
});

describe('saved replies', () => {
  it('are changed on the version that was shown, without odd placeholders', WITHIN, async () => {
    const sent = answers({
      'support.saved-versions': () => answered({ records: [saved('de', 'Früher')] }),
      'support.keep-saved': () => answered(saved('de', 'x')),
    });
    await showDesk('/saved-replies', SUPPORT);
    const [, german] = await screen.findAllByRole('button', { name: 'Change' });
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(german as HTMLElement);
    expect(await screen.findByText('Früher')).toBeTruthy();
    const box = screen.getByLabelText<HTMLTextAreaElement>('Text');
    const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Save this version' });
    fireEvent.change(box, { target: { value: 'Hello {balance}' } });
    expect(keep.disabled).toBe(true);
    fireEvent.change(box, { target: { value: 'Hallo {name}' } });
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(keep);
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'support.keep-saved')?.body).toEqual({
        id: ID,
        language: 'de',
        after: 2,
        title: 'Fees',
        text: 'Hallo {name}',
        isRetired: false,
      }),
    );
  });
});

it('says that a picture could not be fetched, and lets it be tried again', WITHIN, async () => {
  answers();
  await showDesk(`/support/${item(1).id}`, SUPPORT);
  await userEvent.click(await screen.findByRole('button', { name: 'Show picture 1' }));
  fireEvent.error(screen.getByRole('img', { name: 'Picture 1 of the message' }));
  expect(screen.getByRole('alert').textContent).toContain('could not be fetched');
  await userEvent.click(screen.getByRole('button', { name: 'Show picture 1' }));
  expect(screen.getByRole('img', { name: 'Picture 1 of the message' })).toBeTruthy();
});
