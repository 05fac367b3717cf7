import {
  type Clock,
  DAY_MS,
  MINUTE_MS,
  type UnixMs,
  type UserId,
  newUuid,
  plusMs,
} from '@candor/kernel';
import type { Database, Tx } from '../platform/postgres/db.ts';
import type { InstallationKind } from '../platform/postgres/installation.ts';
import type { Log } from '../platform/process/log.ts';
import {
  type MessageFrame,
  type MessageTemplate,
  type MessageValues,
  writeMail,
  writeSms,
} from './mail-text.ts';
import {
  type DueMessage,
  countTexts,
  countWaiting,
  endMessage,
  insertMessage,
  putOff,
  sweepMessages,
  takeDue,
} from './mail-store.ts';

export type { MessageTemplate } from './mail-text.ts';

/** A mail or a text message to a user. */
export type OutgoingMessage = {
  /** A mail address, or a phone as "+4915112345678". */
  readonly to: string;
  /** `email` unless it says otherwise. */
  readonly channel?: 'email' | 'phone';
  readonly template: MessageTemplate;
  /** Wire value of the reader's language. */
  readonly language: string;
  readonly values: MessageValues;
  /** Whose message it is, where the recipient has an account. */
  readonly userId?: UserId;
  /** Not worth sending from here on; three days when nothing is said. */
  readonly until?: UnixMs;
  /** There is nobody to write to: written down like any other and never sent. */
  readonly isVoid?: boolean;
};

/** What parts the text of a mail from its foot, where readers that show text expect it. */
const FOOT = '\n\n-- \n';

/** A message as it can be copied: whole, as a page shows it, and without its foot. */
function wordings(text: string): string[] {
  const [main = '', foot] = text.split(FOOT);
  return foot === undefined ? [text] : [text, `${main}\n\n${foot}`, main];
}

/** A message that left, in every wording its reader may copy from it. */
export type LeftMessage = {
  readonly id: string;
  readonly channel: 'email' | 'phone';
  readonly userId: UserId | null;
  readonly texts: readonly string[];
  readonly at: UnixMs;
};

/** Whether its reader still wants a message that is about to leave. */
export type IsWanted = (message: {
  readonly template: string;
  readonly userId: UserId | null;
  readonly values: MessageValues;
}) => Promise<boolean>;

/** What takes messages out of the house. Throws `MessageRefused` when it never will. */
export interface MessageTransport {
  send(message: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    /** The same as a document, and its language; a text message has neither. */
    readonly html?: string;
    readonly htmlLang?: string;
    /** Where its reader, or the reader's mail program, ends mails of its kind. */
    readonly unsubscribe?: string;
  }): Promise<void>;
}

/** A message that nobody needs to try again. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
}

/** Writes messages in the transaction of a command, and sends them after it. */
export type Mailer = {
  /** Writes a message down; it goes out if and when the transaction commits. */
  enqueue(tx: Tx, message: OutgoingMessage): Promise<void>;
  /** How many messages of a template have not left yet. */
  countWaiting(tx: Tx, template: MessageTemplate): Promise<number>;
  /** Whether messages of this kind leave the house, or reach the person at the terminal. */
  reaches(channel: 'email' | 'phone'): boolean;
  /**
   * Text messages written since a moment to numbers that begin so, and when the first of them was.
   * Messages to nobody count too: whose number it is must show in no count.
   */
  countTexts(
    tx: Tx,
    params: { readonly since: UnixMs; readonly prefix: string },
  ): Promise<{ readonly count: number; readonly first: UnixMs | null }>;
  /** Sends what is due now; answers how many left. */
  deliver(): Promise<number>;
  /** Begins to send by itself. */
  start(): void;
  /** Ends after the messages in hand. */
  stop(): Promise<void>;
};

/** Longest a message may be in one hand before another takes it: than any transport waits. */
const LEASE_MS = 2 * MINUTE_MS;
/** So many of a channel are on their way at once; no message is taken before its turn comes. */
const AT_ONCE = 4;
/** Mails wait for no text message and the other way round. */
const CHANNELS = ['email', 'phone'] as const;
type Channel = (typeof CHANNELS)[number];
/** What is worth little when it comes late. */
const URGENT: readonly MessageTemplate[] = [
  'code-register',
  'code-reset',
  'code-security',
  'contact-moved',
  'security-alarm',
  'security-codes',
  'security-limit',
];
/** Waits after each try that failed; after the last the message is given up. */
const AGAIN_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 240 * MINUTE_MS];
const WORTH_MS = 3 * DAY_MS;
const KEEP_MS = 30 * DAY_MS;
/**
 * Between two looks. Nothing wakes the sender: if a message left at once, the next answer would
 * take longer after a customer's address than after an unknown one.
 */
const LOOK_MS = 500;
const SWEEP_LOOKS = 7_200;

/** Puts the sender together; nothing is sent before `start`. */
export function createMailer(options: {
  db: Database;
  clock: Clock;
  log: Log;
  /** Every message of a rehearsal begins with what it is; real where nothing is said. */
  installation?: InstallationKind;
  /** A way out for each kind; null where there is none. */
  transports: { readonly email: MessageTransport | null; readonly phone: MessageTransport | null };
  /** What a mail to this user says besides its text. */
  frameOf(userId: UserId | null): Promise<MessageFrame>;
  /** Whether its reader still wants a message, asked when it is about to leave; all where it is absent. */
  readonly isWanted?: IsWanted;
  /** Hears of each message that left, and how its words can be copied. */
  onSent?(message: LeftMessage): Promise<void>;
}): Mailer {
  const { db, clock, log, transports } = options;
  const isRehearsal = options.installation === 'rehearsal';
  const timers = new Map<Channel, NodeJS.Timeout>();
  const running = new Map<Channel, Promise<unknown>>();
  let stopped = false;
  let looks = 0;

  async function send(message: DueMessage): Promise<void> {
    const transport = transports[message.channel];
    if (transport === null) throw new MessageRefused('there is no way out any more');
    if (message.until <= clock.now()) throw new MessageRefused('it came too late');
    const { id, address: to, language, values } = message;
    const template = message.template as MessageTemplate;
    const asked = { template, language, values };
    const userId = message.user_id as UserId | null;
    const written =
      message.channel === 'phone'
        ? { subject: '', text: writeSms({ ...asked, isRehearsal }) }
        : writeMail(asked, { ...(await options.frameOf(userId)), isRehearsal });
    // Written down first: a recipient who has read it may ask about it at once.
    const gone = { id, channel: message.channel, userId, texts: wordings(written.text) };
    await options.onSent?.({ ...gone, at: clock.now() });
    const { unsubscribe } = values;
    await transport.send({ id, to, ...written, ...(unsubscribe && { unsubscribe }) });
  }

  async function handle(message: DueMessage): Promise<boolean> {
    const { id, tries, template } = message;
    try {
      const userId = message.user_id as UserId | null;
      if ((await options.isWanted?.({ ...message, userId })) === false) {
        await endMessage(db, { id, state: 'void', at: clock.now() });
        return false;
      }
      await send(message);
      await endMessage(db, { id, state: 'sent', at: clock.now() });
      return true;
    } catch (error) {
      const wait = error instanceof MessageRefused ? undefined : AGAIN_MS[tries - 1];
      // Neither the address nor what it says belongs into a log.
      log.warn({ message: id, template, tries, why: (error as Error).name }, 'a letter did not go');
      if (wait === undefined) await endMessage(db, { id, state: 'failed', at: clock.now() });
      else await putOff(db, id, plusMs(clock.now(), wait));
      return false;
    }
  }

  /** Sends what is due on one channel, a few at once, until nothing is left or the end comes. */
  async function deliverOn(channel: Channel): Promise<number> {
    let left = 0;
    for (;;) {
      const at = clock.now();
      const untilNext = plusMs(at, LEASE_MS);
      const due = await takeDue(db, { channel, urgent: URGENT, most: AT_ONCE, at, untilNext });
      const went = await Promise.all(due.map(handle));
      left += went.filter(Boolean).length;
      if (due.length < AT_ONCE || stopped) return left;
    }
  }

  async function deliver(): Promise<number> {
    const left = await Promise.all(CHANNELS.map(deliverOn));
    return left.reduce((sum, count) => sum + count, 0);
  }

  async function look(channel: Channel): Promise<void> {
    try {
      await deliverOn(channel);
      if (channel !== 'email') return;
      if (looks % SWEEP_LOOKS === 0) await sweepMessages(db, plusMs(clock.now(), -KEEP_MS));
      looks += 1;
    } catch (error) {
      log.error({ err: error }, 'letters could not be looked at');
    }
  }

  function turn(channel: Channel): void {
    if (stopped) return;
    const next = (): void => {
      running.set(
        channel,
        look(channel).finally(() => turn(channel)),
      );
    };
    timers.set(channel, setTimeout(next, LOOK_MS));
  }

  return {
    async enqueue(tx, message) {
      const { channel = 'email', to, isVoid = false, userId = null, ...rest } = message;
      const at = clock.now();
      const outward = transports[channel] === null ? 'kept' : 'waiting';
      await insertMessage(tx, {
        id: newUuid(at),
        channel,
        address: to,
        template: rest.template,
        language: rest.language,
        values: rest.values,
        userId,
        state: isVoid ? 'void' : outward,
        at,
        until: rest.until ?? plusMs(at, WORTH_MS),
      });
    },
    countTexts: (tx, params) => countTexts(tx, params),
    countWaiting: (tx, template) => countWaiting(tx, template),
    reaches: (channel) => transports[channel] !== null,
    deliver,
    start: () => CHANNELS.forEach(turn),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** Shows messages to the person at the terminal, on a machine that sends none. */
export function createTerminalTransport(say: (line: string) => void): MessageTransport {
  return {
    send({ to, subject, text }) {
      const lines = text.trimEnd().split('\n');
      say([`Letter to ${to}${subject === '' ? '' : `: ${subject}`}`, ...lines].join('\n  '));
      return Promise.resolve();
    },
  };
}
