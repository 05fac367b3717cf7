import { MODES, type Result, type UnixMs, type UserId, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  type StaffRole,
  type UserItem,
  type UserMoney,
  users as protocol,
} from '@candor/protocol/desk';
import {
  type DeskUsers,
  type FoundUser,
  type Lookup,
  type StaffCommand,
  lookupsOf,
  maskedContact,
} from '../../accounts/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import type { TradingAccount } from '../../ledger/index.ts';
import { type MessageRow, subjectOf } from '../../messaging/index.ts';
import type { Options } from '../../options/index.ts';
import type { Portfolio } from '../../portfolio/index.ts';
import type { Receipts } from '../../receipts/index.ts';
import type { DeskCaller } from '../../staff/index.ts';
import type { DeskCall, DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** What the users' pages read and act through. */
export type UserParts = {
  readonly users: DeskUsers;
  readonly cases: Pick<Cases, 'proposeAs' | 'userOf'>;
  readonly contracts: Pick<Contracts, 'ownerOf' | 'queries'>;
  readonly options: Pick<Options, 'ownerOf'>;
  readonly receipts: Pick<Receipts, 'ownerOf'>;
  readonly portfolio: Pick<Portfolio, 'info' | 'transactions'>;
};

type Page = { readonly page: number; readonly size: number };

const FOUND_MAX = 20;
const POSITIONS_MAX = 100;

/** Roles that write to users, and so see where. */
const SEES_CONTACTS: readonly StaffRole[] = ['support', 'kyc'];
const showsContacts = ({ roles }: DeskCaller): boolean =>
  roles.some((role) => SEES_CONTACTS.includes(role));

function itemOf({ status, ...user }: FoundUser): UserItem {
  return { ...user, state: status };
}

type CommandEndpoint = Pick<(typeof protocol)['noteUser'], 'audits'>;

/** Users: search, profile, money, mails, and what staff may do to an account. */
export function userRoutes(
  route: RouteOfDesk,
  deps: UserParts & {
    /** How many options of a trading account run. */
    readonly countOptions: (account: TradingAccount) => Promise<number>;
    /** A page of the messages to a user that are on file. */
    readonly messagesTo: (
      asked: Page & { readonly userId: UserId },
    ) => Promise<{ rows: MessageRow[]; total: number }>;
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): DeskRoute[] {
  const { users, cases, contracts, options, receipts, portfolio, namesOf } = deps;

  /** Whom a number belongs to; null for what is looked up otherwise. */
  async function ownerOf(lookup: Lookup): Promise<UserId | null> {
    if (lookup.by === 'case') return cases.userOf(lookup.number);
    if (lookup.by === 'receipt') return receipts.ownerOf(lookup.number);
    if (lookup.by !== 'order') return null;
    return (await contracts.ownerOf(lookup.number)) ?? options.ownerOf(lookup.number);
  }

  async function foundBy(lookup: Lookup): Promise<FoundUser[]> {
    if (lookup.by !== 'case' && lookup.by !== 'receipt' && lookup.by !== 'order') {
      return users.lookUp(lookup, FOUND_MAX + 1);
    }
    const userId = await ownerOf(lookup);
    const found = userId === null ? null : await users.find(userId);
    return found === null ? [] : [found];
  }

  /** Finds the user a call is about, and says so for the row it leaves. */
  async function about(call: {
    readonly params: { readonly id: string };
    concerns(said: { userId: UserId; subject: string }): void;
  }): Promise<Result<FoundUser, Failure<'not-found'>>> {
    const user = await users.find(call.params.id as UserId);
    if (user === null) return fail({ name: 'not-found' });
    call.concerns({ userId: user.id, subject: user.username });
    return ok(user);
  }

  function commandOf<E extends CommandEndpoint>(
    endpoint: E,
    call: Pick<DeskCall<(typeof protocol)['noteUser']>, 'acting' | 'params'>,
  ): StaffCommand {
    const userId = call.params.id as UserId;
    return { ...call.acting(), userId, action: endpoint.audits };
  }

  async function moneyOf(userId: UserId): Promise<UserMoney[]> {
    const ofAll = { userId, code: undefined, from: undefined, to: undefined, page: 1 } as const;
    return Promise.all(
      MODES.map(async (mode): Promise<UserMoney> => {
        const list = (status: 'running' | 'pending', size: number) =>
          contracts.queries.list({ ...ofAll, mode, status, size });
        const [figures, running, waiting, own] = await Promise.all([
          portfolio.info({ userId, mode }),
          list('running', POSITIONS_MAX),
          list('pending', 1),
          deps.countOptions({ userId, mode }),
        ]);
        const { records: positions, total: positionsTotal } = running;
        return { figures, positions, positionsTotal, waiting: waiting.total, options: own };
      }),
    );
  }

  return [
    route(protocol.listUsers, async (call) => {
      for (const lookup of lookupsOf(call.query.q)) {
        const found = await foundBy(lookup);
        const [only] = found;
        if (only === undefined) continue;
        // A beginning of names tells nothing of a person; who was found by a mail or number is read.
        if (lookup.by !== 'name') call.concerns({ userId: only.id, subject: only.username });
        const records = found.slice(0, FOUND_MAX).map(itemOf);
        return ok({ records, isMore: found.length > FOUND_MAX, by: lookup.by });
      }
      return ok({ records: [], isMore: false, by: null });
    }),
    route(protocol.getUser, async (call) => {
      const user = await about(call);
      if (!user.ok) return user;
      const shows = { showsContacts: showsContacts(call.session()) };
      const profile = await users.profile(user.value.id, shows);
      if (profile === null) return fail({ name: 'not-found' });
      const { freeze, notes, ...rest } = profile;
      const by = [...notes.map((note) => note.by), ...(freeze === null ? [] : [freeze.by])];
      const names = await namesOf([...new Set(by)]);
      const named = <Said extends { readonly by: string }>({ by: id, ...said }: Said) => ({
        ...said,
        byName: names.get(id) ?? id,
      });
      return ok({
        ...rest,
        freeze: freeze === null ? null : named(freeze),
        notes: notes.map(named),
      });
    }),
    route(protocol.getUserMoney, async (call) => {
      const user = await about(call);
      return user.ok ? ok(await moneyOf(user.value.id)) : user;
    }),
    route(protocol.listUserPayments, async (call) => {
      const user = await about(call);
      if (!user.ok) return user;
      return ok(await portfolio.transactions({ userId: user.value.id, ...call.query }));
    }),
    route(protocol.listUserMails, async (call) => {
      const user = await about(call);
      if (!user.ok) return user;
      const { rows, total } = await deps.messagesTo({
        userId: user.value.id,
        ...call.query,
      });
      const isShown = showsContacts(call.session());
      const records = rows.map(({ template, address, ended_at: endedAt, ...row }) => ({
        ...row,
        endedAt,
        subject: subjectOf(template),
        address: isShown ? address : maskedContact(row.channel, address),
      }));
      return ok({ records, total });
    }),
    route(protocol.noteUser, (call) =>
      users.note(commandOf(protocol.noteUser, call), call.body.text),
    ),
    route(protocol.freezeUser, (call) => {
      const { reason, until } = call.body;
      return users.freeze(commandOf(protocol.freezeUser, call), { reason, until: until as UnixMs });
    }),
    route(protocol.unfreezeUser, (call) =>
      users.unfreeze(commandOf(protocol.unfreezeUser, call), call.body.reason),
    ),
    route(protocol.setUserDemo, (call) =>
      users.setDemo(commandOf(protocol.setUserDemo, call), call.body),
    ),
    route(protocol.enableUser, (call) =>
      users.enable(commandOf(protocol.enableUser, call), call.body.reason),
    ),
    route(protocol.proposeDisabling, async (call) => {
      const { reason, until } = call.body;
      const userId = call.params.id as UserId;
      const proposal = await users.proposeDisabling(userId, { reason, until: until as UnixMs });
      if (!proposal.ok) return proposal;
      const { memberId: id, roles } = call.session();
      return cases.proposeAs('accountDisabling', {
        actor: { id, roles },
        proposal: proposal.value,
        note: reason,
        action: protocol.proposeDisabling.audits,
      });
    }),
  ];
}
