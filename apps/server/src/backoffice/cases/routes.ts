import { setTimeout as pause } from 'node:timers/promises';
import {
  type Clock,
  type Result,
  type UserId,
  ensure,
  fail,
  isUuid,
  ok,
  parseMoney,
  unixMs,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  type CaseDetail,
  type CasePerson,
  type CaseUser,
  cases as protocol,
} from '@candor/protocol/desk';
import type { Actor, Cases, MoneyTerms, StaffTerms, UnnamedCase } from '../../cases/index.ts';
import { type Files, fileNameOf } from '../../files/index.ts';
import type { DeskCaller, Staff } from '../../staff/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Move = Parameters<Cases['move']>[1]['move'];

/** How long an answer waits for what was decided to be done; it says when it is not done yet. */
const DONE_WITHIN_MS = 5_000;

type Body<E extends { body: { _output: unknown } }> = E['body']['_output'];

/** What a member states of money that is to move. */
type MoneySaid =
  | ({ readonly kind: 'adjustment' } & Omit<Body<typeof protocol.openAdjustment>, 'note'>)
  | ({ readonly kind: 'houseFunding' | 'takeOut' } & Omit<
      Body<typeof protocol.openTakeOut>,
      'note'
    >)
  | ({ readonly kind: 'exchangeCover' } & Omit<Body<typeof protocol.openExchangeCover>, 'note'>);

const OPENS = {
  adjustment: protocol.openAdjustment,
  houseFunding: protocol.openHouseFunding,
  takeOut: protocol.openTakeOut,
  exchangeCover: protocol.openExchangeCover,
} as const;

/** What of a case names people: whom it is about, who opened it, who did what. */
type Peopled = {
  readonly userId: string | null;
  readonly openedBy?: CasePerson;
  readonly steps?: readonly { readonly by: CasePerson }[];
};

/** A case with the user it is about, who also stands by name where they did something: cases know the id alone. */
function withUser<One extends Peopled>(
  one: One,
  user: CaseUser | null,
): One & { user: CaseUser | null } {
  const { userId, openedBy, steps } = one;
  const known = (by: CasePerson): CasePerson =>
    user !== null && by.id === userId ? { ...by, kind: 'user', name: user.username } : by;
  return {
    ...one,
    user,
    ...(openedBy === undefined ? {} : { openedBy: known(openedBy) }),
    ...(steps === undefined
      ? {}
      : { steps: steps.map((step) => ({ ...step, by: known(step.by) })) }),
  };
}

const actorOf = ({ memberId, roles }: DeskCaller): Actor => ({ id: memberId, roles });

/** The queue, a case, and what a member does to one. */
export function caseRoutes(
  route: RouteOfDesk,
  deps: {
    readonly cases: Cases;
    readonly staff: Pick<Staff, 'askDecision' | 'takeDecision'>;
    /** Name of a user; null for none. */
    readonly files: Pick<Files, 'documents' | 'showDocument'>;
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
    readonly userNamed: (username: string) => Promise<UserId | null>;
    /** Who some users are, by their ids. */
    readonly usersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CaseUser>>;
    readonly clock: Clock;
  },
): DeskRoute[] {
  const { cases, staff, files, usernameOf, userNamed, usersOf, clock } = deps;

  /** Cases with the users they are about. */
  async function named<One extends Peopled>(
    rows: readonly One[],
  ): Promise<(One & { user: CaseUser | null })[]> {
    const users = await usersOf([
      ...new Set(rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))),
    ]);
    return rows.map((row) => withUser(row, users.get(row.userId ?? '') ?? null));
  }

  async function shown<Refused extends Failure>(
    found: Result<UnnamedCase, Refused>,
  ): Promise<Result<CaseDetail, Refused>> {
    if (!found.ok) return found;
    const [one] = await named([found.value]);
    return ok(ensure(one, 'what was named is there'));
  }

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
    return came.ok ? shown(await cases.get(actor, id)) : came;
  }

  /** What is proposed, in units of its asset. */
  async function termsOf(
    said: MoneySaid,
  ): Promise<Result<MoneyTerms, Failure<'not-found' | 'unreadable'>>> {
    const { asset } = said;
    const paid = parseMoney(said.amount, asset);
    if (paid === null) return fail({ name: 'unreadable', field: 'amount' });
    if (said.kind === 'exchangeCover') {
      const units = said.direction === 'toExchange' ? paid.units : -paid.units;
      return ok({ kind: said.kind, asset, units });
    }
    if (said.kind !== 'adjustment') {
      const { kind, account, reference } = said;
      return ok({ kind, asset, units: paid.units, account, reference });
    }
    const { kind, mode, direction } = said;
    const userId = said.userId as UserId;
    const username = await usernameOf(userId);
    if (username === null) return fail({ name: 'not-found', field: 'userId' });
    const units = direction === 'toUser' ? paid.units : -paid.units;
    return ok({ kind, userId, username, mode, asset, units });
  }

  /** The same of a user by id, whatever the member typed; null where it names nobody. */
  async function identified(body: Body<typeof protocol.previewEntry>): Promise<MoneySaid | null> {
    if (body.kind === 'exchangeCover') return body;
    if (body.kind !== 'adjustment') return { ...body, reference: '' };
    const { user, ...rest } = body;
    const userId = isUuid(user) ? user : await userNamed(user);
    return userId === null ? null : { ...rest, userId };
  }

  const propose = (caller: DeskCaller, terms: StaffTerms, said: { note: string; action: string }) =>
    cases.propose({ actor: actorOf(caller), terms, ...said });

  return [
    route(protocol.listCases, async (call) => {
      const { records, next } = await cases.list(actorOf(call.session()), call.query);
      return ok({ records: await named(records), next });
    }),
    route(protocol.countCases, async (call) => ({
      ok: true,
      value: await cases.counts(actorOf(call.session())),
    })),
    route(protocol.getCase, async (call) => {
      const found = await shown(await cases.get(actorOf(call.session()), call.params.id));
      if (found.ok) {
        const { number, userId } = found.value;
        call.concerns({
          subject: number,
          ...(userId === null ? {} : { userId: userId as UserId }),
        });
      }
      return found;
    }),
    route(protocol.listDocuments, async (call) => {
      const { memberId } = call.session();
      const found = await cases.get(actorOf(call.session()), call.params.id);
      if (!found.ok) return found;
      const { evidence, userId } = found.value;
      return ok(await files.documents({ ids: evidence, userId, memberId }));
    }),
    route(protocol.showDocument, async (call) => {
      const { memberId, name, roles } = call.session();
      const { id: caseId, fileId } = call.params;
      const viewer = { id: memberId, name, roles };
      const found = await files.showDocument({ viewer, caseId, fileId });
      if (!found.ok) return found;
      call.reply.header('cache-control', 'private, no-store');
      const { kind: type, bytes: content } = found.value;
      return { file: { type, name: fileNameOf({ id: fileId, kind: type }), content } };
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
      const said = call.body.parts;
      const parts =
        said === undefined
          ? {}
          : { parts: Object.fromEntries(said.map(({ id: part, reason: why }) => [part, why])) };
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
          : { kind: kinds[verdict], rowHash, reason, ...parts };
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
      return shown(await cases.get(actorOf(caller), id));
    }),
    route(protocol.previewEntry, async (call) => {
      const said = await identified(call.body);
      if (said === null) return fail({ name: 'not-found', field: 'user' });
      const terms = await termsOf(said);
      if (!terms.ok) return terms;
      const { value } = terms;
      const userId = value.kind === 'adjustment' ? value.userId : null;
      const [subject] = await named([{ userId }]);
      call.concerns({
        subject: subject?.user?.username ?? value.kind,
        ...(userId === null ? {} : { userId }),
      });
      const found = await cases.preview(actorOf(call.session()), value);
      if (!found.ok) return found;
      const user = subject?.user ?? null;
      return ok({
        ...found.value,
        user: user === null || userId === null ? null : { id: userId, ...user },
      });
    }),
    ...(['adjustment', 'houseFunding', 'takeOut', 'exchangeCover'] as const).map((kind) => {
      const endpoint = OPENS[kind];
      return route<(typeof OPENS)[typeof kind]>(endpoint, async (call) => {
        const { note, ...said } = call.body;
        const terms = await termsOf({ kind, ...said } as MoneySaid);
        if (!terms.ok) return terms;
        if (terms.value.kind === 'adjustment') {
          const { userId, username } = terms.value;
          call.concerns({ userId, subject: username });
        }
        return propose(call.session(), terms.value, { note, action: endpoint.audits });
      });
    }),
    route(protocol.openParameterChange, (call) => {
      const { key, value, from, note } = call.body;
      const terms = { kind: 'parameterChange', key, value, from: unixMs(from) } as const;
      return propose(call.session(), terms, { note, action: protocol.openParameterChange.audits });
    }),
  ];
}
