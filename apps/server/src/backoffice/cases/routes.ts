import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, type Result, type UserId, fail, parseMoney, unixMs } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { type CaseDetail, cases as protocol } from '@candor/protocol/desk';
import type { Actor, Cases, StaffTerms } from '../../cases/index.ts';
import type { DeskCaller, Staff } from '../../staff/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Move = Parameters<Cases['move']>[1]['move'];

/** How long an answer waits for what was decided to be done; it says when it is not done yet. */
const DONE_WITHIN_MS = 5_000;

const actorOf = ({ memberId, roles }: DeskCaller): Actor => ({ id: memberId, roles });

/** The queue, a case, and what a member does to one. */
export function caseRoutes(
  route: RouteOfDesk,
  deps: {
    readonly cases: Cases;
    readonly staff: Pick<Staff, 'askDecision' | 'takeDecision'>;
    /** Name of a user; null for none. */
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
    readonly clock: Clock;
  },
): DeskRoute[] {
  const { cases, staff, usernameOf, clock } = deps;

  /** Carries it out at once where that is possible; what it cannot is tried again by itself. */
  async function carriedOut(id: string): Promise<void> {
    const done = cases.carryOut(id).catch(() => false);
    await Promise.race([done, pause(DONE_WITHIN_MS, false, { ref: false })]);
  }

  /** Makes a simple move, and answers the case as it is then. */
  async function moved(
    caller: DeskCaller,
    id: string,
    said: { move: Move; text: string | null; isForUser?: boolean; action: string },
  ): Promise<Result<CaseDetail, Failure>> {
    const actor = actorOf(caller);
    const came = await cases.move(id, { actor, ...said });
    return came.ok ? cases.get(actor, id) : came;
  }

  const propose = (caller: DeskCaller, terms: StaffTerms, said: { note: string; action: string }) =>
    cases.propose({ actor: actorOf(caller), terms, ...said });

  return [
    route(protocol.listCases, async (call) => ({
      ok: true,
      value: await cases.list(actorOf(call.session()), call.query),
    })),
    route(protocol.countCases, async (call) => ({
      ok: true,
      value: await cases.counts(actorOf(call.session())),
    })),
    route(protocol.getCase, async (call) => {
      const found = await cases.get(actorOf(call.session()), call.params.id);
      if (found.ok) {
        const { number, userId } = found.value;
        call.concerns({
          subject: number,
          ...(userId === null ? {} : { userId: userId as UserId }),
        });
      }
      return found;
    }),
    route(protocol.claimCase, (call) =>
      moved(call.session(), call.params.id, {
        move: { kind: 'claim' },
        text: null,
        action: protocol.claimCase.audits,
      }),
    ),
    route(protocol.releaseCase, (call) =>
      moved(call.session(), call.params.id, {
        move: { kind: 'release' },
        text: null,
        action: protocol.releaseCase.audits,
      }),
    ),
    route(protocol.noteCase, (call) =>
      moved(call.session(), call.params.id, {
        move: { kind: 'note' },
        text: call.body.text,
        isForUser: call.body.isForUser,
        action: protocol.noteCase.audits,
      }),
    ),
    route(protocol.challengeCase, async (call) => {
      const caller = call.session();
      const shown = await cases.get(actorOf(caller), call.params.id);
      if (!shown.ok) return shown;
      const { rowHash, hindrance, decidedBy, decidedAt, claimedBy } = shown.value;
      if (hindrance === 'decided') {
        const facts = { by: decidedBy?.name ?? '', at: String(decidedAt ?? 0) };
        return fail({ name: 'case-decided', facts });
      }
      if (hindrance === 'claimed') {
        return fail({ name: 'case-claimed', facts: { by: claimedBy?.name ?? '' } });
      }
      if (hindrance === 'own' || hindrance === 'first-was-yours') return fail({ name: 'case-own' });
      if (hindrance === 'role') return fail({ name: 'forbidden' });
      if (rowHash !== call.body.rowHash) return fail({ name: 'case-changed' });
      const asked = await staff.askDecision({ memberId: caller.memberId, rowHash });
      if (!asked.ok) return asked;
      const { challenge, passkeyOptions: options, expiresAt } = asked.value;
      return { ok: true, value: { challenge, options, expiresAt } };
    }),
    route(protocol.decideCase, async (call) => {
      const { verdict, reason = null, message = '', rowHash, challenge, passkey } = call.body;
      const { id } = call.params;
      const caller = call.session();
      const { memberId } = caller;
      const approval = await cases.approval(id);
      if (approval === null) return fail({ name: 'not-found' });
      const isSigned = challenge !== undefined && passkey !== undefined;
      const mustSign = verdict === 'approved' && approval.needsPasskey;
      if (mustSign && !isSigned) return fail({ name: 'second-factor-needed' });
      const kinds = { approved: 'approve', rejected: 'reject' } as const;
      const move: Move =
        verdict === 'withdrawn'
          ? { kind: 'withdraw', rowHash }
          : { kind: kinds[verdict], rowHash, reason };
      const came = await cases.move(id, {
        actor: actorOf(caller),
        move,
        text: message === '' ? null : message,
        action: protocol.decideCase.audits,
        confirm: async (tx, hash) =>
          mustSign && isSigned
            ? staff.takeDecision(tx, {
                memberId,
                rowHash: hash.toString('hex'),
                challenge,
                passkey,
                at: clock.now(),
              })
            : { ok: true, value: null },
      });
      if (!came.ok) return came;
      if (came.value !== 'firstYes') await carriedOut(id);
      return cases.get(actorOf(caller), id);
    }),
    route(protocol.openAdjustment, async (call) => {
      const { mode, asset, direction, amount, note } = call.body;
      const userId = call.body.userId as UserId;
      const username = await usernameOf(userId);
      if (username === null) return fail({ name: 'not-found' });
      const paid = parseMoney(amount, asset);
      if (paid === null) return fail({ name: 'unreadable', field: 'amount' });
      const units = direction === 'toUser' ? paid.units : -paid.units;
      return propose(
        call.session(),
        { kind: 'adjustment', userId, username, mode, asset, units },
        { note, action: protocol.openAdjustment.audits },
      );
    }),
    ...(['houseFunding', 'takeOut'] as const).map((kind) => {
      const endpoint = kind === 'takeOut' ? protocol.openTakeOut : protocol.openHouseFunding;
      return route(endpoint, async (call) => {
        const { asset, amount, account, reference, note } = call.body;
        const paid = parseMoney(amount, asset);
        if (paid === null) return fail({ name: 'unreadable', field: 'amount' });
        const terms = { kind, asset, units: paid.units, account, reference };
        return propose(call.session(), terms, { note, action: endpoint.audits });
      });
    }),
    route(protocol.openParameterChange, (call) => {
      const { key, value, from, note } = call.body;
      const terms = { kind: 'parameterChange', key, value, from: unixMs(from) } as const;
      return propose(call.session(), terms, { note, action: protocol.openParameterChange.audits });
    }),
  ];
}
