// Promise: a member edits a text in a language, sees it drawn and what is different, and publishes it
// over the version that was shown; languages that are behind are marked.
import { screen, waitFor, within } from '@testing-library/react';
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
  ...{ id: 'faq-start', type: 5, isLegal: false, missing: [] },
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
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(await dialog.findByLabelText('Language'), 'ja');
    const field = dialog.getByLabelText('Text');
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste('<h2>Why?</h2>\n<p>Because.</p>');
    const changes = within(dialog.getByRole('region', { name: /Difference/ }));
    expect(changes.getByText('<p>Because.</p>')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByText('Drawn')).toBeTruthy();
    expect(dialog.getByText(/Nobody knows these places: market.price/)).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const html = '<h2>Why?</h2>\n<p>Because.</p>';
    expect(sent.find(({ name }) => name === 'content.publish')?.body).toEqual({
      id: 'faq-start',
      texts: [{ language: 'ja', title: 'Start ja', html, over: 1 }],
      note: '',
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
