import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import type { SupportConversation, SupportMessage } from '@candor/protocol/light';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { Conversations } from './Conversations.tsx';
import { NewConversation } from './NewConversation.tsx';
import { Thread } from './Thread.tsx';
import { forgetVisit, keepVisit, keyOf, readKey } from './visits.ts';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TOKEN = 'kE'.padEnd(43, 'y');
const NUMBER = '7K2M-9QXD';
const VISIT = { id: ID, token: TOKEN, number: NUMBER, subject: 'A fee' };
const AT = Date.UTC(2026, 10, 21, 12);
const user = { id: ID, username: 'mara', demoDisabled: false };

const asked: SupportMessage = {
  id: ID,
  place: 1,
  by: 'asker',
  name: null,
  reference: null,
  text: 'Which fee is this? <b>me</b>',
  at: AT,
  files: [],
};
const reply: SupportMessage = {
  ...asked,
  id: ID.replace('7', '8'),
  place: 2,
  by: 'staff',
  name: 'Noor',
  reference: '7K2M-9QXD-4HTW',
  text: 'The fee of both sides.',
};
const talk = (change: Partial<SupportConversation> = {}): SupportConversation => ({
  id: ID,
  number: NUMBER,
  subject: 'A fee',
  language: 'en',
  state: 'open',
  createdAt: AT,
  updatedAt: AT,
  complaint: null,
  of: 'visitor',
  expiresAt: AT + 30 * 86_400_000,
  mail: null,
  messages: [asked],
  ...change,
});

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
beforeEach(() => {
  forgetVisit(ID);
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const logIn = (): void => beginSession({ token: 'token-1', expiresAt: 1, user });

function show(part: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
}

const bodiesOf = (sent: readonly Sent[], path: string): Record<string, unknown>[] =>
  sent.filter((one) => one.path.includes(path)).map(({ body }) => body as Record<string, unknown>);

const fill = async (label: string, text: string): Promise<void> => {
  await userEvent.type(screen.getByLabelText(label), text);
};
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

describe('a new conversation', () => {
  it('says at each field what is missing, and sends nothing', async () => {
    const sent = standInForServer({});
    show(<NewConversation onOpened={() => undefined} />);
    await press('Send');
    for (const label of ['Topic', 'Your message']) {
      const field = screen.getByLabelText(label);
      expect(field.getAttribute('aria-invalid'), label).toBe('true');
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
      const said = ids.map((id) => document.getElementById(id)?.textContent);
      expect(said).toContain('Fill in this field.');
    }
    expect(sent).toEqual([]);
  });

  it('keeps what was written when it cannot be sent, and sends it again as the same request', async () => {
    let isDown = true;
    const onOpened = vi.fn<(id: string) => void>();
    const sent = standInForServer({
      '/support/open': () => {
        if (isDown) throw new TypeError('no network');
        return answered({ id: ID, number: NUMBER, visitorToken: TOKEN });
      },
    });
    show(<NewConversation onOpened={onOpened} />);
    await fill('Topic', 'A fee');
    await fill('Your message', 'Which fee is this?');
    await press('Send');
    expect(await screen.findByText(/Not sent. Your text is still here./)).toBeTruthy();

    // The window is loaded again.
    cleanup();
    show(<NewConversation onOpened={onOpened} />);
    expect(screen.getByLabelText('Topic')).toHaveProperty('value', 'A fee');
    isDown = false;
    await press('Send');
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith(ID));
    const [first, second] = bodiesOf(sent, '/support/open');
    expect(second).toEqual(first);
    expect(second).toMatchObject({ subject: 'A fee', text: 'Which fee is this?', language: 'en' });
    expect(screen.getByLabelText('Topic')).toHaveProperty('value', '');
  });

  it('says that it is a complaint where its asker says so', async () => {
    const sent = standInForServer({
      '/support/open': () => answered({ id: ID, number: NUMBER, visitorToken: TOKEN }),
    });
    show(<NewConversation onOpened={() => undefined} />);
    await fill('Topic', 'A fee');
    await fill('Your message', 'Which?');
    fireEvent.click(screen.getByRole('checkbox', { name: 'This is a complaint' }));
    // The window is loaded again: what is kept of the text is kept of this.
    cleanup();
    show(<NewConversation onOpened={() => undefined} />);
    expect(screen.getByRole('checkbox', { name: 'This is a complaint' })).toHaveProperty(
      'checked',
      true,
    );
    await press('Send');
    await waitFor(() =>
      expect(bodiesOf(sent, '/support/open')[0]).toMatchObject({ isComplaint: true }),
    );
  });

  it('keeps a visitor’s key in this window alone', async () => {
    standInForServer({
      '/support/open': () => answered({ id: ID, number: NUMBER, visitorToken: TOKEN }),
    });
    show(<NewConversation onOpened={() => undefined} />);
    await fill('Topic', 'A fee');
    await fill('Your message', 'Which?');
    await press('Send');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain(TOKEN));
    expect(JSON.stringify({ ...localStorage })).not.toContain(TOKEN);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Which?');
  });

  it('says a refusal that belongs to no field, and one that does at its field', async () => {
    let answer = refused('limit-reached', undefined, { what: 'conversations' });
    standInForServer({ '/support/open': () => answer });
    show(<NewConversation onOpened={() => undefined} />);
    await fill('Topic', 'A fee');
    await fill('Your message', 'Which?');
    await press('Send');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Not sent/);
    answer = refused('incomplete', 'text');
    await press('Send');
    await waitFor(() =>
      expect(screen.getByLabelText('Your message').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('takes pictures of who is logged in, and tells others when it takes them', () => {
    show(<NewConversation onOpened={() => undefined} />);
    expect(
      screen.getByText(
        'Pictures can be attached to your next message, once the conversation has begun.',
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a picture' })).toBeNull();
    cleanup();
    logIn();
    show(<NewConversation onOpened={() => undefined} />);
    expect(screen.getByRole('button', { name: 'Add a picture' })).toBeTruthy();
  });
});

describe('a conversation', () => {
  it('takes an address for answers, proven by its code', async () => {
    keepVisit(VISIT);
    const sent = standInForServer({
      [`/support/${ID}/requestMail`]: () => answered({ retryAfterSeconds: 60 }),
      [`/support/${ID}/proveMail`]: () => answered({ mail: 'm•••@mail.example' }),
      [`/support/${ID}`]: () => answered(talk()),
    });
    show(<Thread id={ID} onLeft={() => undefined} />);
    await userEvent.click(await screen.findByText('Get answers by e-mail'));
    await userEvent.type(screen.getByLabelText('E-mail'), 'mara@mail.example');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the address' }));
    await waitFor(() =>
      expect(bodiesOf(sent, '/proveMail')).toEqual([
        { email: 'mara@mail.example', code: '123456' },
      ]),
    );
    const asking = sent.find(({ path }) => path.includes('/requestMail'));
    expect(asking?.headers.get('visitor-token')).toBe(TOKEN);
  });

  it('is read with the visitor’s key in a header, never in the address', async () => {
    keepVisit(VISIT);
    const sent = standInForServer({ [`/support/${ID}`]: () => answered(talk()) });
    show(<Thread id={ID} onLeft={() => undefined} />);
    const log = await screen.findByRole('log', { name: 'Messages of the conversation' });
    // Text is text, whatever it looks like.
    expect(within(log).getByText('Which fee is this? <b>me</b>')).toBeTruthy();
    expect(screen.getByText('Waiting for us')).toBeTruthy();
    expect(sent[0]?.headers.get('visitor-token')).toBe(TOKEN);
    expect(sent[0]?.path).not.toContain(TOKEN);
  });

  it('shows an answer with its reference, and asks only for what is new', async () => {
    keepVisit(VISIT);
    const sent = standInForServer({
      [`/support/${ID}`]: ({ path }) =>
        answered(
          path.includes('after=1') ? talk({ state: 'answered', messages: [reply] }) : talk(),
        ),
      [`/support/${ID}/reply`]: () => answered({ ...asked, place: 3, text: 'Thank you' }),
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      show(<Thread id={ID} onLeft={() => undefined} />);
      const log = await screen.findByRole('log');
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await within(log).findByText('The fee of both sides.')).toBeTruthy();
      expect(within(log).getByText('\u2068Noor\u2069, Candor support')).toBeTruthy();
      expect(within(log).getByText('Reference: 7K2M-9QXD-4HTW')).toBeTruthy();
      expect(within(log).getAllByRole('article')).toHaveLength(2);
      expect(screen.getByText('Answered')).toBeTruthy();
      expect(sent.map(({ path }) => path.split('?')[1])).toEqual([undefined, 'after=1']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows at once what was answered, once', async () => {
    logIn();
    let isSent = false;
    const mine = { ...asked, id: ID.replace('7', '9'), place: 2, text: 'Thank you' };
    const sent = standInForServer({
      '/user/listSupport': () => answered({ records: [], total: 0 }),
      [`/support/${ID}`]: ({ path }) =>
        answered(
          talk({
            complaint: null,
            of: 'account',
            state: 'closed',
            messages: [asked, ...(isSent ? [mine] : [])].filter(
              ({ place }) => !path.includes('after=1') || place > 1,
            ),
          }),
        ),
      [`/support/${ID}/reply`]: () => {
        isSent = true;
        return answered(mine);
      },
    });
    show(<Thread id={ID} onLeft={() => undefined} />);
    expect(await screen.findByText(/This conversation is closed/)).toBeTruthy();
    await fill('Your answer', 'Thank you');
    await press('Send answer');
    const log = screen.getByRole('log');
    expect(await within(log).findByText('Thank you')).toBeTruthy();
    expect(within(log).getAllByText('Thank you')).toHaveLength(1);
    expect(screen.getByLabelText('Your answer')).toHaveProperty('value', '');
    expect(bodiesOf(sent, '/reply')).toHaveLength(1);
  });

  it('says when there is none one may read, and offers another try when it did not come', async () => {
    logIn();
    let isDown = true;
    standInForServer({
      [`/support/${ID}`]: () => (isDown ? refused('internal') : refused('not-found')),
    });
    show(<Thread id={ID} onLeft={() => undefined} />);
    expect(await screen.findByText('Couldn’t load the conversation')).toBeTruthy();
    isDown = false;
    await press('Try again');
    expect(await screen.findByText('Conversation not found, or not yours.')).toBeTruthy();
  });

  it('can be taken into the account one logs in to; the key is then forgotten', async () => {
    keepVisit(VISIT);
    logIn();
    const sent = standInForServer({
      [`/support/${ID}`]: () => answered(talk()),
      [`/support/${ID}/claim`]: () => answered({ ...talk(), of: undefined }),
    });
    show(<Thread id={ID} onLeft={() => undefined} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Take it into your account' }));
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain(TOKEN));
    expect(bodiesOf(sent, '/claim')).toEqual([{ visitorToken: TOKEN }]);
  });
});

describe('the way back', () => {
  it('is a key of one word, read with the spaces a message puts into it', () => {
    expect(readKey(` ${keyOf(VISIT)}\n`)).toEqual({ id: ID, token: TOKEN });
    expect(readKey(keyOf(VISIT).slice(0, -1))).toBeNull();
    expect(readKey(NUMBER)).toBeNull();
  });

  it('opens the conversation again in this window, and says when a key opens none', async () => {
    let isThere = false;
    const onOpened = vi.fn<(id: string) => void>();
    standInForServer({
      [`/support/${ID}`]: () => (isThere ? answered(talk()) : refused('not-found')),
    });
    show(<Conversations shown={null} onOpened={onOpened} />);
    await userEvent.click(screen.getByText('Come back with a key'));
    await fill('Key of the conversation', keyOf(VISIT));
    await press('Open');
    expect(await screen.findByText(/No conversation has this key/)).toBeTruthy();
    isThere = true;
    await press('Open');
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith(ID));
    expect(await screen.findByRole('link', { name: /A fee/ })).toBeTruthy();
  });
});

describe('the list', () => {
  it('names the account’s conversations with their state, and where there are none says so', async () => {
    logIn();
    const { messages: _, of: __, expiresAt: ___, ...item } = talk({ state: 'answered' });
    let records = [item];
    standInForServer({ '/user/listSupport': () => answered({ records, total: records.length }) });
    show(<Conversations shown={ID} onOpened={() => undefined} />);
    const link = await screen.findByRole('link', { name: /A fee/ });
    expect(link.textContent).toContain('Answered');
    expect(link.getAttribute('aria-current')).toBe('true');
    expect(link.getAttribute('href')).toBe(`/service.html?lang=en&id=${ID}`);
    cleanup();
    records = [];
    show(<Conversations shown={null} onOpened={() => undefined} />);
    expect(await screen.findByText('No conversations yet')).toBeTruthy();
  });
});
