// Promise: a member edits a text in a language, sees it drawn and what is different, and publishes it
// over the version that was shown; languages that are behind are marked.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { lineChanges } from '../features/content/line-changes.ts';
import { answered, standInForServer } from '../../test/answers.ts';
import { MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const WRITER = { ...MEMBER, roles: ['content' as const] };
const edition = (language: string, isBehind: boolean) => ({
  ...{ language, version: 1, title: `Start ${language}`, at: NOW, author: 'default', isBehind },
});
const PAGE = {
  ...{ id: 'faq-start', type: 5, isLegal: false, missing: ['de'], schedule: null },
  editions: [edition('en', true), edition('ja', false)],
};
const HTML = '<h2>Why?</h2>\n<p>So.</p>';
const TEXT = {
  ...PAGE,
  editions: PAGE.editions.map((one) => ({ ...one, html: HTML, before: null })),
  places: ['contract.feeRate'],
};

afterEach(leaveDesk);

describe('the page of texts', () => {
  it('publishes what was drawn, over the version that was shown', WITHIN, async () => {
    const sent = standInForServer({
      'cases.counts': () => answered({ kinds: [], mine: 0 }),
      'content.list': () => answered([PAGE]),
      'content.page': () => answered(TEXT),
      'content.preview': () =>
        answered({ html: '<p>Drawn</p>', isCleaned: true, unknownPlaces: ['market.price'] }),
      'content.publish': () => answered({ id: 'faq-start', cases: [] }),
    });
    await showDesk('/texts', WRITER);
    expect((await screen.findAllByText('1 language behind')).length).toBeGreaterThan(0);
    const [open] = screen.getAllByRole('button', { name: 'Edit faq-start' });
    await userEvent.click(open as HTMLElement);
    const tab = (name: RegExp) => screen.findByRole('tab', { name });
    expect(await tab(/^English · behind$/)).toBeTruthy();
    expect(await tab(/^Deutsch · shows English$/)).toBeTruthy();
    await userEvent.click(await tab(/^日本語/));
    const field = screen.getByLabelText('Text');
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste('<h2>Why?</h2>\n<p>Because.</p>');
    const changes = within(screen.getByRole('region', { name: /Difference/ }));
    expect(changes.getByText('<p>Because.</p>')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Drawn')).toBeTruthy();
    expect(sent.findLast(({ name }) => name === 'content.preview')?.body).toEqual({
      ...{ language: 'ja', title: 'Start ja', html: '<h2>Why?</h2>\n<p>Because.</p>' },
    });
    expect(screen.getByText(/Unknown placeholders: market.price/)).toBeTruthy();
    await userEvent.click(await tab(/^Deutsch/));
    expect(screen.queryByText('Drawn')).toBeNull();
    await userEvent.type(screen.getByLabelText('Title'), 'Anfang');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(sent.some(({ name }) => name === 'content.publish')).toBe(false);
    await userEvent.type(screen.getByLabelText('Text'), 'Los.');
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
    const html = '<h2>Why?</h2>\n<p>Because.</p>';
    expect(sent.find(({ name }) => name === 'content.publish')?.body).toEqual({
      id: 'faq-start',
      texts: [
        { language: 'ja', title: 'Start ja', html, over: 1 },
        { language: 'de', title: 'Anfang', html: 'Los.', over: 0 },
      ],
      note: '',
    });
  });

  it('gives a notice its time and readers, lists it by them, and ends it', WITHIN, async () => {
    const schedule = { from: Date.UTC(2100, 0, 1), until: null, languages: ['de'] };
    const notice = { ...PAGE, id: 'notice-1', type: 6, schedule };
    const sent = standInForServer({
      'cases.counts': () => answered({ kinds: [], mine: 0 }),
      'content.list': () => answered([PAGE, notice]),
      'content.page': () => answered({ ...TEXT, ...notice, editions: TEXT.editions }),
      'content.publish': () => answered({ id: 'notice-2', cases: [] }),
      'content.schedule': () => answered(null),
    });
    await showDesk('/texts', WRITER);
    await userEvent.click(await screen.findByRole('radio', { name: 'Past notices' }));
    expect(screen.getByText('No notices here')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Coming notices' }));
    expect(screen.queryByRole('button', { name: 'Edit faq-start' })).toBeNull();
    const [open] = screen.getAllByRole('button', { name: 'Edit notice-1' });
    await userEvent.click(open as HTMLElement);
    expect((await screen.findByLabelText('Shown from (UTC)')).getAttribute('value')).toBe(
      '2100-01-01 00:00',
    );
    await userEvent.click(screen.getByRole('button', { name: 'End it now' }));
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
    expect(sent.find(({ name }) => name === 'content.schedule')?.body).toMatchObject({
      ...{ id: 'notice-1', languages: ['de'], isOver: true },
    });

    await userEvent.click(screen.getByRole('button', { name: 'New notice' }));
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Title'), 'Upkeep');
    await userEvent.type(screen.getByLabelText('Text'), 'At noon.');
    fireEvent.change(screen.getByLabelText('Until (UTC)'), {
      target: { value: '2001-01-01T00:00' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(screen.getByText(/not in the past/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Until (UTC)'), {
      target: { value: '2100-01-02T00:00' },
    });
    fireEvent.change(screen.getByLabelText('Shown from (UTC)'), {
      target: { value: '2100-01-01T00:00' },
    });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Deutsch' }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
    expect(sent.find(({ name }) => name === 'content.publish')?.body).toMatchObject({
      id: null,
      schedule: { from: Date.UTC(2100, 0, 1), until: Date.UTC(2100, 0, 2), languages: ['de'] },
    });
  });
});

describe('the difference of two versions', () => {
  it('keeps what both have and names what came and went', () => {
    const kinds = lineChanges('a\nb\nc', 'a\nx\nc\nd').map(({ kind, line }) => `${kind} ${line}`);
    expect(kinds).toEqual(['same a', 'removed b', 'added x', 'same c', 'added d']);
    expect(lineChanges('a', 'a')).toEqual([{ kind: 'same', line: 'a' }]);
  });
});
