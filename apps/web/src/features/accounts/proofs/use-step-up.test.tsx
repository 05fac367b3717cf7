import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { speak } from '../../../testing/speak.ts';
import { useStepUp } from './use-step-up.tsx';

const onConfirmed = vi.fn<(stepUp: string | null) => void>();
const onOuter = vi.fn<() => void>();

function Command(): ReactElement {
  const stepUp = useStepUp('passkey-remove');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onOuter();
      }}
    >
      <button type="button" onClick={() => void stepUp.confirm('key-7').then(onConfirmed)}>
        Remove it
      </button>
      {stepUp.dialog}
    </form>
  );
}

beforeEach(async () => {
  await speak('en');
  onConfirmed.mockClear();
  onOuter.mockClear();
  // jsdom has no modal dialogs: open and closed is all these tests need of them.
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement): void {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const question = (methods: readonly string[], challenge = 'question-1') =>
  answered({ challenge, methods, expiresAt: 1 });
const begin = async (): Promise<void> => {
  render(<Command />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
};

it('names the act, asks for the password of who has nothing stronger, and hands it on', async () => {
  const sent = standInForServer({
    '/user/stepUp': () => question(['password']),
    '/user/stepUpProof': () => answered({ stepUp: 'confirmed-1', expiresAt: 1 }),
  });
  await begin();
  expect(await screen.findByText('Remove a passkey')).toBeTruthy();
  await userEvent.type(await screen.findByLabelText('Password'), 'a long sentence{Enter}');
  await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('confirmed-1'));
  expect(sent.map(({ body }) => body)).toEqual([
    { action: 'passkey-remove', subject: 'key-7' },
    { challenge: 'question-1', password: 'a long sentence' },
  ]);
  // The form that asked was not sent by the one in the dialog.
  expect(onOuter).not.toHaveBeenCalled();
  expect(screen.queryByText('Remove a passkey')).toBeNull();
});

it('closed, it answers nothing', async () => {
  standInForServer({ '/user/stepUp': () => question(['totp', 'recovery']) });
  await begin();
  await screen.findByLabelText('Six-digit code');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith(null));
});

it('a question that is over is asked anew', async () => {
  let round = 0;
  const sent = standInForServer({
    '/user/stepUp': () => question(['totp'], `question-${(round += 1)}`),
    '/user/stepUpProof': () =>
      round === 1 ? refused('challenge-over') : answered({ stepUp: 'confirmed-2', expiresAt: 1 }),
  });
  await begin();
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Start again' }));
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '654321{Enter}');
  await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('confirmed-2'));
  expect(sent.at(-1)?.body).toEqual({ challenge: 'question-2', totp: '654321' });
});

it('says why it could not be asked', async () => {
  standInForServer({ '/user/stepUp': () => refused('too-many') });
  await begin();
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this step.');
});

it('without anything else, a fresh sign-in at the service confirms', async () => {
  const sent = standInForServer({
    '/user/stepUp': () => question(['social']),
    '/user/social': () => answered([{ id: 'k', issuer: 'harbour', title: 'Harbour', linkedAt: 1 }]),
    '/user/stepUpProof': () => refused('second-factor-wrong'),
  });
  await begin();
  expect(await screen.findByRole('button', { name: 'Log in again with Harbour' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'I have just logged in again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('That is not right.');
  expect(sent.at(-1)?.body).toEqual({ challenge: 'question-1', social: true });
});
