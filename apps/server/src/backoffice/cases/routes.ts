import { type Clock, type UnixMs, type UserId, fail, ok, parseMoney } from '@candor/kernel';
import { cases as protocol } from '@candor/protocol/desk';
import type { Actor, Cases, StaffTerms } from '../../cases/index.ts';
import type { DeskCaller, Staff } from '../../staff/index.ts';
import type { DeskCall, DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

const actorOf = ({ memberId, roles }: DeskCaller): Actor => ({ id: memberId, roles });

/** More places than the asset has. */
const odd = fail({ name: 'unreadable', field: 'amount' } as const);

type MovedBy = Parameters<Cases['move']>[1]['move'];
type ById = typeof protocol.claimCase | typeof protocol.releaseCase | typeof protocol.noteCase;

/** The queue, a case, and what members do to it. */
export function caseRoutes(
  route: RouteOfDesk,
  deps: {
    readonly cases: Cases;
    readonly staff: Staff;
    readonly clock: Clock;
    /** Name of a user; null for none. */
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
  },
): DeskRoute[] {
  const { cases, staff, clock } = deps;

  /** Makes a move and answers the case as it is then. */
  async function moved(
    call: DeskCall<ById>,
    said: { move: MovedBy; text?: string; isForUser?: boolean; action: string },
  ) {
    const { id } = call.params;
    const actor = actorOf(call.session());
    const { text = null, ...rest } = said;
    const done = await cases.move(id, { actor, text, ...rest });
    return done.ok ? cases.get(actor, id) : done;
  }

  const open = async (
    call: { session(): DeskCaller; body: { note: string } },
    terms: StaffTerms,
    action: string,
  ) => {
    const { note } = call.body;
    const opened = await cases.propose({ actor: actorOf(call.session()), terms, note, action });
    return opened.ok ? ok({ id: opened.value.id, number: opened.value.number }) : opened;
  };

  return [
    route(protocol.listCases, async (call) =>
      ok(await cases.list(actorOf(call.session()), call.query)),
    ),
    route(protocol.countCases, async (call) => ok(await cases.counts(actorOf(call.session())))),
    route(protocol.getCase, async (call) => {
      const found = await cases.get(actorOf(call.session()), call.params.id);
      if (found.ok) {
        const { userId, number: subject } = found.value;
        call.concerns({ subject, ...(userId === null ? {} : { userId: userId as UserId }) });
      }
      return found;
    }),
    route(protocol.claimCase, (call) =>
      moved(call, { move: { kind: 'claim' }, action: protocol.claimCase.audits }),
    ),
    route(protocol.releaseCase, (call) =>
      moved(call, { move: { kind: 'release' }, action: protocol.releaseCase.audits }),
    ),
    route(protocol.noteCase, (call) =>
      moved(call, { move: { kind: 'note' }, ...call.body, action: protocol.noteCase.audits }),
    ),
    route(protocol.challengeCase, async (call) => {
      const { rowHash } = call.body;
      const known = await cases.approval(call.params.id);
      if (known === null) return fail({ name: 'not-found' });
      if (known.rowHash.toString('hex') !== rowHash) return fail({ name: 'case-changed' });
      const asked = await staff.askDecision({ memberId: call.session().memberId, rowHash });
      if (!asked.ok) return asked;
      const { challenge, passkeyOptions: options, expiresAt } = asked.value;
      return ok({ challenge, options, expiresAt });
    }),
    route(protocol.decideCase, async (call) => {
      const { id } = call.params;
      const { verdict, reason = null, message = null, rowHash, challenge, passkey } = call.body;
      const actor = actorOf(call.session());
      const known = await cases.approval(id);
      if (known === null) return fail({ name: 'not-found' });
      const needsPasskey = verdict === 'approved' && known.needsPasskey;
      if (needsPasskey && (challenge === undefined || passkey === undefined)) {
        return fail({ name: 'second-factor-needed' });
      }
      const move: MovedBy =
        verdict === 'withdrawn'
          ? { kind: 'withdraw', rowHash }
          : { kind: verdict === 'approved' ? 'approve' : 'reject', rowHash, reason };
      const at: UnixMs = clock.now();
      const done = await cases.move(id, {
        actor,
        move,
        text: message,
        action: protocol.decideCase.audits,
        ...(needsPasskey &&
          challenge !== undefined &&
          passkey !== undefined && {
            confirm: (tx, locked) =>
              staff.takeDecision(tx, {
                memberId: actor.id,
                // The row as it is under its lock, not as the caller says it is.
                rowHash: locked.toString('hex'),
                challenge,
                passkey,
                at,
              }),
          }),
      });
      if (!done.ok) return done;
      await cases.carryOut(id);
      return cases.get(actor, id);
    }),
    route(protocol.openAdjustment, async (call) => {
      const { amount, asset, direction, mode } = call.body;
      const userId = call.body.userId as UserId;
      const sum = parseMoney(amount, asset);
      if (sum === null) return odd;
      const username = await deps.usernameOf(userId);
      if (username === null) return fail({ name: 'not-found' });
      const units = direction === 'toUser' ? sum.units : -sum.units;
      const terms = { kind: 'adjustment', userId, username, mode, asset, units } as const;
      return open(call, terms, protocol.openAdjustment.audits);
    }),
    route(protocol.openHouseFunding, async (call) => {
      const sum = parseMoney(call.body.amount, call.body.asset);
      if (sum === null) return odd;
      const { account, reference } = call.body;
      const terms = { kind: 'houseFunding', ...sum, account, reference } as const;
      return open(call, terms, protocol.openHouseFunding.audits);
    }),
    route(protocol.openTakeOut, async (call) => {
      const sum = parseMoney(call.body.amount, call.body.asset);
      if (sum === null) return odd;
      const { account, reference } = call.body;
      const terms = { kind: 'takeOut', ...sum, account, reference } as const;
      return open(call, terms, protocol.openTakeOut.audits);
    }),
    route(protocol.openParameterChange, (call) => {
      const { key, value } = call.body;
      const from = call.body.from as UnixMs;
      const terms = { kind: 'parameterChange', key, value, from } as const;
      return open(call, terms, protocol.openParameterChange.audits);
    }),
  ];
}
