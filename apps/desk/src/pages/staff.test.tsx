// Promise: an administrator invites, sets roles and removes; an auditor only reads, the log too.
import type { AuditRow, Member } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNTS = answered({ kinds: [], mine: 0 });
const TOMAS: Member = {
  id: '01890a5d-ac96-774b-bcce-b302099a8059',
  name: 'Tomas',
  email: 'tomas@candor.example',
  roles: ['support'],
  state: 'active',
  hasPasskey: false,
  createdAt: NOW,
  lastSignInAt: null,
};
const INVITATION = {
  id: ID,
  email: 'new@candor.example',
  roles: ['kyc'],
  invitedBy: 'Ines Moreau',
  expiresAt: NOW,
};
const LIST = answered({ members: [TOMAS], invitations: [INVITATION] });

afterEach(leaveDesk);

describe('the staff page', () => {
  it('invites by mail and role, and shows the link where no mail leaves', WITHIN, async () => {
    const link = 'http://localhost:3001/welcome#abc';
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'staff.list': () => LIST,
      'staff.invite': () => answered({ id: ID, link, expiresAt: NOW }),
    });
    await showDesk('/staff');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite a member' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    expect(dialog.getByText('Choose one role at least.')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('E-mail address'), 'aiko@candor.example');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Cashier (checker)' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Support' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    expect(await dialog.findByText(link)).toBeTruthy();
    expect(sent.find(({ name }) => name === 'staff.invite')?.body).toEqual({
      email: 'aiko@candor.example',
      roles: ['support', 'cashierChecker'],
    });
  });

  it(
    'sets roles, takes an invitation back, and says why the last administrator stays',
    WITHIN,
    async () => {
      const sent = standInForServer({
        'cases.counts': () => COUNTS,
        'staff.list': () => LIST,
        'staff.set-roles': () => answered(TOMAS),
        'staff.withdraw-invitation': () => answered(null),
        'staff.remove': () => refused('last-administrator'),
      });
      await showDesk('/staff');
      const [roles] = await screen.findAllByRole('button', { name: 'Roles of Tomas' });
      await userEvent.click(roles as HTMLElement);
      await userEvent.click(screen.getByRole('checkbox', { name: 'Risk' }));
      await userEvent.click(screen.getByRole('button', { name: 'Set the roles' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent.find(({ name }) => name === 'staff.set-roles')).toMatchObject({
        path: `/desk/staff/${TOMAS.id}/roles`,
        body: { roles: ['support', 'risk'] },
      });
      const [takeBack] = screen.getAllByRole('button', { name: /^Revoke the invitation of/ });
      await userEvent.click(takeBack as HTMLElement);
      await userEvent.click(
        within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const [remove] = screen.getAllByRole('button', { name: 'Remove Tomas' });
      await userEvent.click(remove as HTMLElement);
      await userEvent.click(
        within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }),
      );
      expect(await screen.findByText(/There must be one administrator/)).toBeTruthy();
    },
  );

  it('changes nothing for an auditor', WITHIN, async () => {
    standInForServer({ 'cases.counts': () => COUNTS, 'staff.list': () => LIST });
    await showDesk('/staff', { ...MEMBER, roles: ['auditor'] });
    await screen.findAllByText('Tomas');
    expect(await faultsIn(document.body)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Invite a member' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Roles of Tomas' })).toBeNull();
  });
});

const row = (seq: number): AuditRow => ({
  seq,
  at: NOW,
  actorKind: 'staff',
  actor: ID,
  actorName: 'Ines Moreau',
  role: 'risk',
  action: 'cases.decide',
  subject: 'A-000001',
  userId: null,
  details: { reason: '<img src=x onerror=alert(1)>' },
  hash: 'cd'.repeat(32),
});

describe('the audit log', () => {
  const answers = {
    'cases.counts': () => COUNTS,
    'audit.head': () => answered({ count: 100, hash: 'cd'.repeat(32), signed: null }),
    'audit.list': () =>
      answered({ records: Array.from({ length: 100 }, (_, at) => row(100 - at)), next: null }),
  };

  it(
    'keeps sixty rows at most, is narrowed by the server, and shows a row whole',
    WITHIN,
    async () => {
      const sent = standInForServer(answers);
      const desk = await showDesk('/audit');
      await userEvent.click(await screen.findByRole('button', { name: 'Row 100' }));
      expect(screen.getByText(/onerror/)).toBeTruthy();
      expect(document.querySelector('img')).toBeNull();
      expect(desk.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(60);
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      await userEvent.type(screen.getByLabelText('Action'), 'cases.');
      await userEvent.type(screen.getByLabelText('Until'), '2026-11-23');
      await waitFor(() => {
        const query = sent.findLast(({ name }) => name === 'audit.list')?.query;
        expect([query?.get('action'), query?.get('to')]).toEqual([
          'cases.',
          String(Date.UTC(2026, 10, 24)),
        ]);
      });
    },
  );

  it('is exported as the file the server made', WITHIN, async () => {
    standInForServer(answers);
    const stood = globalThis.fetch;
    const file = new Response('{}\n', {
      headers: {
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="audit.jsonl"',
      },
    });
    const fetching = vi.fn(async (input: string, init?: RequestInit) =>
      input === '/desk/audit/export' ? file : stood(input, init),
    );
    vi.stubGlobal('fetch', fetching);
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:audit';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await showDesk('/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toEqual(['audit.jsonl']));
  });
});
