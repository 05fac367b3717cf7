import { type Result, type UserId, fail, isUuid, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  type Complaint,
  type InboxItem,
  type StaffRole,
  complaints as registered,
  support as protocol,
} from '@candor/protocol/desk';
import type { Acting } from '../../staff/index.ts';
import type { Inbox, Register } from '../../support/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Colleague = { readonly id: string; readonly name: string };

/** What a row of the audit log says of a conversation that was read. */
const aboutOf = ({ number, userId }: Pick<InboxItem, 'number' | 'userId'>) => ({
  subject: number,
  ...(userId === null ? {} : { userId: userId as UserId }),
});

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** The inbox of support: conversations, answers to them, and replies that are kept. */
export function supportRoutes(
  route: RouteOfDesk,
  deps: {
    readonly inbox: Inbox;
    readonly register: Register;
    readonly members: () => Promise<
      readonly (Colleague & { readonly roles: readonly StaffRole[] })[]
    >;
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
    readonly userNamed: (username: string) => Promise<UserId | null>;
  },
): DeskRoute[] {
  const { inbox, register, members, usernameOf, userNamed } = deps;

  const colleagues = async (): Promise<Colleague[]> =>
    (await members())
      .filter(({ roles }) => roles.includes('support'))
      .map(({ id, name }) => ({ id, name }));

  /** What a command is written down with. */
  const actOf = (id: string, { acting, action }: { acting: Acting; action: string }) => ({
    id,
    action,
    by: { kind: 'staff', id: acting.memberId, role: acting.role } as const,
  });

  /** Answers the conversation as it is after a command. */
  async function after<Refused extends Failure>(
    id: string,
    act: Promise<Result<unknown, Refused>>,
  ): Promise<Result<InboxItem, Refused | Failure<'not-found'>>> {
    const done = await act;
    return done.ok ? inbox.item(id) : done;
  }

  /** Answers what the register says after a command. */
  async function afterwards<Refused extends Failure>(
    id: string,
    act: Promise<Result<unknown, Refused>>,
  ): Promise<Result<Complaint, Refused | Failure<'not-found'>>> {
    const done = await act;
    if (!done.ok) return done;
    const found = await register.find(id);
    return found === null ? fail({ name: 'not-found' }) : ok(found);
  }

  /** The user a search names whole; null for none. */
  async function userOf(q: string | undefined): Promise<UserId | null> {
    if (q === undefined || q === '') return null;
    return isUuid(q) ? (q as UserId) : userNamed(q);
  }

  return [
    route(registered.listComplaints, async (call) =>
      ok(await register.list({ ...call.query, userId: await userOf(call.query.q) })),
    ),
    route(registered.markComplaint, (call) => {
      const { id } = call.params;
      const { audits: action } = registered.markComplaint;
      const act = actOf(id, { acting: call.acting(), action });
      return afterwards(id, register.mark({ ...act, ...call.body }));
    }),
    route(registered.answerComplaint, (call) => {
      const { id } = call.params;
      const { audits: action } = registered.answerComplaint;
      const act = actOf(id, { acting: call.acting(), action });
      const { name } = call.session();
      return afterwards(id, register.answer({ ...act, ...call.body, name }));
    }),
    route(protocol.listInbox, async (call) => {
      const userId = await userOf(call.query.q);
      return ok(await inbox.list(call.session().memberId, { ...call.query, userId }));
    }),
    route(protocol.countInbox, async (call) => ok(await inbox.counts(call.session().memberId))),
    route(protocol.getConversation, async (call) => {
      const found = await inbox.read(call.params.id);
      if (!found.ok) return found;
      const { item, history, notes } = found.value;
      call.concerns(aboutOf(item));
      const username = item.userId === null ? null : await usernameOf(item.userId as UserId);
      return ok({
        ...item,
        username,
        complaint: await register.find(item.id),
        history: [...history],
        notes: [...notes],
        colleagues: await colleagues(),
      });
    }),
    route(protocol.showPicture, async (call) => {
      const viewer = call.session().memberId;
      const found = await inbox.picture({ ...call.params, viewer });
      if (!found.ok) return found;
      const { id, kind: type, bytes: content, ...about } = found.value;
      call.concerns(aboutOf(about));
      return { file: { type, name: `candor-${id}.${ENDINGS[type]}`, content } };
    }),
    route(protocol.readTranscript, async (call) => {
      const found = await inbox.transcript({ ...call.params, ...call.query });
      if (!found.ok) return found;
      call.concerns(aboutOf(found.value.item));
      return { file: found.value.file };
    }),
    route(protocol.assignConversation, async (call) => {
      const { id } = call.params;
      const { to } = call.body;
      if (to !== null && !(await colleagues()).some((one) => one.id === to)) {
        return fail({ name: 'not-found', field: 'to' });
      }
      const { audits: action } = protocol.assignConversation;
      const act = actOf(id, { acting: call.acting(), action });
      return after(id, inbox.assign({ ...act, ...call.body }));
    }),
    route(protocol.replyToConversation, async (call) => {
      const { id } = call.params;
      const { audits: action } = protocol.replyToConversation;
      const act = actOf(id, { acting: call.acting(), action });
      const { name } = call.session();
      return after(id, inbox.answer({ ...act, ...call.body, name }));
    }),
    route(protocol.closeConversation, (call) => {
      const { id } = call.params;
      const { audits: action } = protocol.closeConversation;
      const act = actOf(id, { acting: call.acting(), action });
      return after(id, inbox.close({ ...act, ...call.body }));
    }),
    route(protocol.reopenConversation, (call) => {
      const { id } = call.params;
      const { audits: action } = protocol.reopenConversation;
      return after(id, inbox.reopen(actOf(id, { acting: call.acting(), action })));
    }),
    route(protocol.noteConversation, (call) => {
      const { audits: action } = protocol.noteConversation;
      const act = actOf(call.params.id, { acting: call.acting(), action });
      return inbox.note({ ...act, ...call.body });
    }),
    route(protocol.listSaved, async () => ok({ records: await inbox.saved() })),
    route(protocol.listSavedVersions, async (call) => {
      const found = await inbox.savedVersions(call.params.id);
      return found.ok ? ok({ records: found.value }) : found;
    }),
    route(protocol.keepSaved, (call) => {
      const { by, action } = actOf('', {
        acting: call.acting(),
        action: protocol.keepSaved.audits,
      });
      return inbox.keepSaved({ ...call.body, by, action });
    }),
  ];
}
