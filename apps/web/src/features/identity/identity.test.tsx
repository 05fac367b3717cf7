// Promise: an identification is filled in step by step, each error at its field; what was entered
// outlives a reload and the end of a session in this window, and no picture is kept here; after a
// rejection what was rejected alone is asked for, with its reason.
import type { Identification } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { idOf, standInForUploads } from '../../../test/uploads.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { speak } from '../../testing/speak.ts';
import { IdentityView } from './IdentityView.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const AT = Date.UTC(2026, 10, 21, 12);
const FAR = Date.UTC(2126, 0, 1);
const details = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  birthdate: '1990-02-28',
  sex: 'female',
  country: 'SE',
  address: 'Storgatan 1, 111 23 Stockholm',
  phone: '+46 70 123 45 67',
  documentType: 'idCard',
} as const;

const standing = (change: Partial<Identification> = {}): Identification => ({
  ...{ state: 'none', level: 0, documents: [], deadlineHours: 48, imageBytesMax: 2_097_152 },
  address: { state: 'none' },
  ...change,
});
const documents = (rejected: Partial<Record<string, 'unreadable' | 'details-differ'>> = {}) =>
  (['front', 'back', 'holding', 'signature'] as const).map((kind) => {
    const reason = rejected[kind];
    return reason === undefined
      ? ({ kind, state: 'approved' } as const)
      : ({ kind, state: 'rejected', reason } as const);
  });

const signIn = (id = ID): void =>
  beginSession({ token: 't', expiresAt: 1, user: { id, username: 'mara', demoDisabled: false } });

beforeEach(async () => {
  await speak('en');
  signIn();
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(now: Identification, answers: Parameters<typeof standInForServer>[0] = {}) {
  const sent = standInForServer({
    '/user/identification': ({ method }) =>
      answered(method === 'GET' ? now : standing({ state: 'pending', submittedAt: AT })),
    '/user/accessLog': () => answered({ records: [], total: 0 }),
    ...answers,
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <IdentityView />
    </QueryClientProvider>,
  );
  return { sent, ...view };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const fill = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const fillDetails = async (change: Partial<Record<keyof typeof details, string>> = {}) => {
  const all = { ...details, ...change };
  await screen.findByLabelText('First name');
  fill('First name', all.firstName);
  fill('Last name', all.lastName);
  fill('Date of birth', all.birthdate);
  fill('Country you live in', all.country);
  fill('Home address', all.address);
  fill('Phone', all.phone);
  await userEvent.click(screen.getByLabelText('Female'));
  await userEvent.click(screen.getByLabelText('ID card'));
};
const choose = (title: string): void => {
  const file = new File([new Uint8Array(9)], 'a.jp2', { type: 'image/jp2' });
  fireEvent.change(screen.getByLabelText(`${title}: Choose a picture`), {
    target: { files: [file] },
  });
};
const bringPhotos = async () => {
  for (const [title, next] of [
    ['Front of your ID card', 'Next: Back'],
    ['Back of your ID card', 'Next: Holding it'],
    ['You, holding your ID card', 'Continue'],
  ] as const) {
    await screen.findByLabelText(`${title}: Choose a picture`);
    choose(title);
    await screen.findByText('Checked and stored encrypted');
    await press(next);
  }
};
const typeName = async (name: string) => {
  await press('Type your full name instead');
  await userEvent.type(screen.getByLabelText('Your full name'), name);
};
const bodyOf = (sent: ReturnType<typeof standInForServer>) =>
  sent.find(({ method }) => method === 'POST')?.body;
const faults = async (container: HTMLElement) => {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  return violations.map(({ id }) => id);
};

describe('a first identification', () => {
  it('goes from fields to pictures to a signature to what is sent, and waits then', async () => {
    const brought = standInForUploads();
    const { sent, container } = show(standing());
    await fillDetails();
    expect(await faults(container)).toEqual([]);
    await press('Continue');
    expect((await screen.findByRole('heading', { name: 'Photos' })).matches(':focus')).toBe(true);
    expect(await faults(container)).toEqual([]);
    await bringPhotos();
    expect(brought.map(({ purpose }) => purpose)).toEqual(['kycFront', 'kycBack', 'kycHolding']);
    await typeName('Mara Lindqvist');
    await press('Continue');
    expect(screen.getByText(/^28 .*1990$/)).toBeTruthy();
    expect(screen.getByText('Reviewed within 48 hours.')).toBeTruthy();
    expect(await faults(container)).toEqual([]);
    await press('Send for review');
    expect(await screen.findByText('Your documents are being reviewed')).toBeTruthy();
    expect(bodyOf(sent)).toEqual({
      ...details,
      frontId: idOf('kycFront'),
      backId: idOf('kycBack'),
      holdingId: idOf('kycHolding'),
      signatureName: 'Mara Lindqvist',
    });
    expect(sessionStorage.getItem('identityDraft')).toBe('null');
  });

  it('says at each field what is missing or cannot be right, and puts the cursor there', async () => {
    const { sent } = show(standing());
    await press('Continue');
    expect(screen.getByText('Something is missing. Fill in every field.')).toBeTruthy();
    expect(screen.getAllByText('Fill this in.')).toHaveLength(8);
    await waitFor(() => expect(screen.getByLabelText('First name').matches(':focus')).toBe(true));
    await fillDetails({ birthdate: '2020-01-01', phone: '070 1', firstName: 'M4ra' });
    expect(screen.getByText('You have to be 18 or older.')).toBeTruthy();
    expect(screen.getByText('Begin with a plus sign and the country’s code.')).toBeTruthy();
    expect(screen.getByText('Letters only, as in the document.')).toBeTruthy();
    await press('Continue');
    expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull();
    expect(bodyOf(sent)).toBeUndefined();
  });

  it('asks for a picture and a signature before it goes on', async () => {
    standInForUploads();
    show(standing());
    await fillDetails();
    await press('Continue');
    await press('Next: Back');
    expect(screen.getByRole('alert').textContent).toBe('Add the requested picture.');
    await bringPhotos();
    await press('Continue');
    expect(screen.getByRole('alert').textContent).toBe('Sign on the line first.');
  });

  it('says of a picture that it is refused, and offers the camera’s other way where there is none', async () => {
    standInForUploads((purpose) => (purpose === 'kycFront' ? 'image-format' : null));
    show(standing());
    await fillDetails();
    await press('Continue');
    await press('Open the camera');
    expect(
      await screen.findByText('This browser gives no access to a camera. Choose a file instead.'),
    ).toBeTruthy();
    choose('Front of your ID card');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Choose a JPG, PNG or JPEG 2000 picture.',
    );
    expect(screen.getByRole('button', { name: /Front\s*to be replaced/ })).toBeTruthy();
  });

  it('says what the server refuses at its field, on its step', async () => {
    standInForUploads();
    let answer = refused('detail-refused', 'phone', { problem: 'phone' });
    show(standing(), {
      '/user/identification': ({ method }) => (method === 'GET' ? answered(standing()) : answer),
      [`/user/removeFile/${idOf('kycBack')}`]: () => answered({}),
    });
    await fillDetails();
    await press('Continue');
    await bringPhotos();
    await typeName('Somebody Else');
    await press('Continue');
    await press('Send for review');
    await screen.findByText('Begin with a plus sign and the country’s code.');
    await press('Continue');
    await press('Continue');
    answer = refused('not-signed', 'signatureName');
    await press('Continue');
    await press('Send for review');
    await screen.findByText('Type your first and last name as you filled them in.');
    await press('Continue');
    answer = refused('incomplete');
    await press('Send for review');
    await screen.findByText('Complete all the information.');
    answer = refused('not-found', 'backId');
    await press('Send for review');
    expect((await screen.findAllByText('Add the requested picture.')).length).toBe(1);
  });
});

describe('what was entered', () => {
  it('stands again after a reload and the end of a session, without a picture', async () => {
    standInForUploads();
    const first = show(standing());
    await fillDetails();
    await press('Continue');
    await screen.findByLabelText('Front of your ID card: Choose a picture');
    choose('Front of your ID card');
    await screen.findByText('Checked and stored encrypted');
    first.unmount();
    queryClient.clear();
    endSession(true);
    signIn();
    show(standing());
    await press(/^Front\s*there/);
    expect(screen.getByText('Checked and stored encrypted')).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'The picture you chose' })).toBeNull();
    await press('Details');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Mara');
    const kept = Object.keys({ ...localStorage });
    expect(JSON.stringify(kept)).not.toContain('identity');
  });

  it('is found by no other user', async () => {
    const first = show(standing());
    await fillDetails();
    first.unmount();
    endSession();
    signIn('01890a5d-ac96-774b-bcce-b302099a8058');
    show(standing());
    expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('');
  });
});

describe('after a rejection', () => {
  it('asks for the rejected picture alone, with its reason and what staff wrote', async () => {
    standInForUploads();
    const rejected = standing({
      state: 'failed',
      details,
      documents: documents({ back: 'unreadable' }),
      ...{ submittedAt: AT, decidedAt: AT + 1, message: 'Please use <b>daylight</b>.' },
    });
    const { sent, container } = show(rejected);
    const list = await screen.findByRole('list', { name: 'Your documents' });
    expect(within(list).getAllByText('Approved')).toHaveLength(3);
    expect(within(list).getByText(/It cannot be read/)).toBeTruthy();
    expect(screen.getByText('Please use <b>daylight</b>.')).toBeTruthy();
    expect(await faults(container)).toEqual([]);
    await press('Send it again');
    expect(screen.queryByRole('button', { name: /^Front/ })).toBeNull();
    expect(screen.getByText(/It cannot be read/)).toBeTruthy();
    choose('Back of your ID card');
    await screen.findByText('Checked and stored encrypted');
    await press('Continue');
    await press('Send for review');
    await screen.findByText('Your documents are being reviewed');
    expect(bodyOf(sent)).toEqual({ backId: idOf('kycBack') });
  });

  it('lets details be corrected where they differed, and the picture stay', async () => {
    const rejected = standing({
      ...{ state: 'failed', details, submittedAt: AT, decidedAt: AT + 1 },
      documents: documents({ front: 'details-differ' }),
    });
    const { sent } = show(rejected);
    await press('Send it again');
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Lindqvist');
    fill('Last name', 'Lindkvist');
    await press('Continue');
    await press('Continue');
    await press('Send for review');
    await screen.findByText('Your documents are being reviewed');
    expect(bodyOf(sent)).toEqual({ ...details, lastName: 'Lindkvist' });
  });
});

describe('how it stands', () => {
  it('waits until its deadline, and says when that has passed', async () => {
    const pending = standing({ state: 'pending', submittedAt: AT, deadline: FAR });
    const first = show(pending);
    expect(await screen.findByText(/To be decided by/)).toBeTruthy();
    expect(screen.getByText('Pending review')).toBeTruthy();
    expect(screen.getByText(/\d+ h( \d+ min)?.* left$/)).toBeTruthy();
    first.unmount();
    queryClient.clear();
    show({ ...pending, deadline: AT + 1 });
    expect(await screen.findByText(/The deadline has passed/)).toBeTruthy();
  });

  it('is verified, and takes a proof of address for the second level', async () => {
    const brought = standInForUploads();
    const verified = standing({
      ...{ state: 'verified', level: 1, submittedAt: AT, decidedAt: AT + 1 },
      documents: documents(),
    });
    const proven = { ...verified, address: { state: 'pending' as const, submittedAt: AT } };
    let answer = refused('identity-not-verified');
    const { sent, container } = show(verified, { '/user/proveAddress': () => answer });
    expect(await screen.findByText(/First level/)).toBeTruthy();
    await press('Send for review');
    expect(screen.getAllByText('Fill this in.')).toHaveLength(2);
    expect(screen.getByText('Add the requested picture.')).toBeTruthy();
    fill('What proves it', 'taxNotice');
    fill('Date on it', '2026-11-01');
    choose('Picture of the whole page');
    await screen.findByText('Checked and stored encrypted');
    expect(brought).toEqual([{ purpose: 'kycAddress', type: 'image/jp2' }]);
    expect(await faults(container)).toEqual([]);
    await press('Send for review');
    await screen.findByText('Verify your identity first.');
    answer = refused('detail-refused', 'issuedOn', { problem: 'old', days: '92' });
    await press('Send for review');
    await screen.findByText('It may be 92 days old at most.');
    answer = answered(proven);
    await press('Send for review');
    await waitFor(() => expect(screen.queryByLabelText('What proves it')).toBeNull());
    expect(sent.at(-1)?.body).toEqual({
      ...{ addressId: idOf('kycAddress'), proof: 'taxNotice', issuedOn: '2026-11-01' },
    });
  });

  it('says that it could not be read, and reads it again', async () => {
    let answer = refused('internal');
    show(standing(), { '/user/identification': () => answer });
    await screen.findByRole('button', { name: 'Try again' });
    answer = answered(standing({ state: 'verified', level: 2, documents: [] }));
    await press('Try again');
    expect(await screen.findByText(/Second level/)).toBeTruthy();
  });
});

describe('who looked at the documents', () => {
  const look = (id: number, more: object = {}) => ({
    id: `${ID.slice(0, -1)}${id}`,
    at: AT,
    kind: 'staff-read',
    by: 'operator',
    role: 'kyc',
    device: '',
    address: '',
    reason: null,
    document: 'kycFront',
    ...more,
  });
  const pending = standing({ state: 'pending', submittedAt: AT, deadline: FAR });

  it('is told with what, when and in which role; of the documents alone', async () => {
    const { container, sent } = show(pending, {
      '/user/accessLog': () =>
        answered({ records: [look(1), look(2, { document: null })], total: 2 }),
    });
    const table = await screen.findByRole('table', { name: 'Who opened your documents' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('Front');
    expect(second?.textContent).toContain('Your details');
    expect(sent.some(({ path }) => path.includes('/user/accessLog'))).toBe(true);
    const found = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(found.violations.map(({ id }) => id)).toEqual([]);
  });

  it('is nobody while nobody looked, and is not asked before anything was sent', async () => {
    show(pending);
    expect(await screen.findByText('Nobody has opened your documents.')).toBeTruthy();
    cleanup();
    queryClient.clear();
    const { sent } = show(standing());
    await screen.findByLabelText('First name');
    expect(sent.some(({ path }) => path.includes('accessLog'))).toBe(false);
  });
});

it('a decision that was never carried out asks for the same once more, and blames nothing', async () => {
  const kinds = ['front', 'back', 'holding', 'signature'] as const;
  show(
    standing({
      ...{ state: 'failed', submittedAt: AT, decidedAt: AT, details },
      documents: kinds.map((kind) => ({ kind, state: 'pending' as const })),
    }),
  );
  expect(await screen.findByText(/Nothing you sent was wrong/)).toBeTruthy();
  await press('Send it again');
  expect(await screen.findByRole('button', { name: /Send/ })).toBeTruthy();
});
