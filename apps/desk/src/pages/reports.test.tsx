// Promise: a report is asked for in one form, seen while it is written, and fetched once.
import type { ReportItem } from '@candor/protocol/desk-light';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNTS = answered({ kinds: [], mine: 0 });

afterEach(leaveDesk);

const item = (change: Partial<ReportItem> = {}): ReportItem => ({
  id: ID,
  kind: 'fees',
  format: 'csv',
  mode: 'real',
  from: '2026-11-01',
  to: '2026-11-20',
  state: 'ready',
  done: 20,
  days: 20,
  rows: 80,
  bytes: 4_000,
  why: null,
  askedAt: NOW,
  expiresAt: NOW,
  ...change,
});

describe('the reports page', () => {
  it('asks for a report and shows how far it is', WITHIN, async () => {
    let reports: ReportItem[] = [];
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'reports.list': () => answered(reports),
      'reports.start': () => {
        reports = [item({ state: 'running', done: 7 })];
        return answered(reports[0]);
      },
    });
    await showDesk('/reports', { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByText('No report yet')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Report'), 'Fees');
    await userEvent.selectOptions(screen.getByLabelText('File'), 'XLSX');
    await userEvent.clear(screen.getByLabelText('From (UTC day)'));
    await userEvent.type(screen.getByLabelText('From (UTC day)'), '2026-11-01');
    await userEvent.click(screen.getByRole('button', { name: 'Write the report' }));
    expect((await screen.findAllByText('7 of 20 days')).length).toBeGreaterThan(0);
    expect(sent.find(({ name }) => name === 'reports.start')?.body).toMatchObject({
      kind: 'fees',
      format: 'xlsx',
      mode: 'real',
      from: '2026-11-01',
    });
    expect(await faultsIn(document.body)).toEqual([]);
    reports = [item({ state: 'failed', why: 'too-long' })];
    await waitFor(() => expect(screen.getAllByText(/choose fewer days/)).toBeTruthy(), {
      timeout: 20_000,
    });
  });

  it('saves the file the server wrote', WITHIN, async () => {
    standInForServer({
      'cases.counts': () => COUNTS,
      'reports.list': () => answered([item()]),
    });
    const stood = globalThis.fetch;
    const fetching = vi.fn(async (input: string, init?: RequestInit) =>
      input === `/desk/reports/${ID}/file`
        ? new Response('Day\r\n', {
            headers: {
              'content-type': 'text/csv',
              'content-disposition': 'attachment; filename="candor-real-fees.csv"',
            },
          })
        : stood(input, init),
    );
    vi.stubGlobal('fetch', fetching);
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:report';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await showDesk('/reports', { ...MEMBER, roles: ['risk'] });
    const [button] = await screen.findAllByRole('button', { name: /^Fetch Fees/ });
    await userEvent.click(button as HTMLElement);
    await waitFor(() => expect(saved).toEqual(['candor-real-fees.csv']));
  });
});
