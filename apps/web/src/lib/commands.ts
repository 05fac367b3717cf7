import type { Mode } from '@candor/kernel';
import type { CallFailure } from './http.ts';

/** A command that moves money, as it was made by one press. It is never made again by another. */
export type Command = {
  readonly requestId: string;
  readonly userId: string;
  readonly mode: Mode;
  /** The call, what its address names, and everything else it says besides its id. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>> | null;
  readonly body: Readonly<Record<string, unknown>>;
  /** @units Unix milliseconds, by the clock of this machine */
  readonly pressedAt: number;
};

/** Where commands are written down until their answer is known, so that they outlive the page. */
export type CommandStore = {
  readonly load: () => readonly Command[];
  readonly keep: (command: Command) => void;
  readonly forget: (requestId: string) => void;
};

/** What became of one attempt to send a command. */
export type Attempt<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** No answer: the line broke, the time ran out, or the command is still being decided. */
  | { readonly kind: 'silence' };

/** What the server knows of a command whose answer did not arrive. */
export type Outcome<Result> =
  | { readonly kind: 'answered'; readonly attempt: Attempt<Result> }
  | { readonly kind: 'running' }
  /** Nobody decided it, and nobody will. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' };

/** How a command ended for good. */
export type KnownEnd<Result> =
  | Extract<Attempt<Result>, { kind: 'done' | 'refused' }>
  /** The server never decided it and will not: nothing was charged. */
  | { readonly kind: 'notSent' };

/** How a press ended, as far as the page can know. */
export type CommandEnd<Result> =
  | KnownEnd<Result>
  /** Nothing was sent: an earlier press of the same went through after all. */
  | { readonly kind: 'earlier'; readonly command: Command }
  /** It may have gone through; what became of it is asked for until it is known. */
  | { readonly kind: 'unknown' };

/** What commands need of the page they are made in. */
export type CommandPorts = {
  readonly store: CommandStore;
  readonly send: (command: Command) => Promise<Attempt<unknown>>;
  readonly outcome: (command: Command) => Promise<Outcome<unknown>>;
  readonly pause: (ms: number) => Promise<void>;
  /**
   * Runs while no other page works on the command, and no other part of this one; null when one
   * does. A page that dies holds nothing any more.
   */
  readonly hold: <Value>(requestId: string, work: () => Promise<Value>) => Promise<Value | null>;
  /** How a command ends that this page waits for now; null for all others. */
  readonly ending: (requestId: string) => Promise<CommandEnd<unknown>> | null;
};

/** Pauses between questions about a command that is being decided; together the server's 30 s. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/**
 * What a command would do twice if it were pressed twice; null where the second finds nothing
 * left to do, so that nothing ever stands in the way of closing all or of moving a stop.
 */
function doubledBy({ name, params, body }: Command): string | null {
  if (name === 'contracts.open' || name === 'options.buy') {
    return JSON.stringify([name, body['code'], body['direction']]);
  }
  if (name === 'plans.buy' || name === 'plans.paper') {
    return JSON.stringify([name, body['productId'] ?? body['strategy']]);
  }
  if (name === 'contracts.close') {
    return body['lots'] === undefined ? null : JSON.stringify([name, params]);
  }
  return name === 'portfolio.demo-reset' ? name : null;
}

function isDoubledBy(earlier: Command, command: Command): boolean {
  const doubled = doubledBy(command);
  return (
    doubled !== null &&
    earlier.requestId !== command.requestId &&
    earlier.pressedAt <= command.pressedAt &&
    earlier.userId === command.userId &&
    earlier.mode === command.mode &&
    doubledBy(earlier) === doubled
  );
}

/** How a command ended, asked until it is known or the pauses are over; null while it is not. */
async function endOf(
  command: Command,
  { ports, pauses }: { readonly ports: CommandPorts; readonly pauses: readonly number[] },
): Promise<KnownEnd<unknown> | null> {
  let last = await ports.outcome(command);
  for (const ms of pauses) {
    if (last.kind === 'answered' || last.kind === 'none') break;
    await ports.pause(ms);
    last = await ports.outcome(command);
  }
  if (last.kind === 'none') return { kind: 'notSent' };
  if (last.kind !== 'answered' || last.attempt.kind === 'silence') return null;
  return last.attempt;
}

/**
 * Asks what became of a command that no page waits for any more; says it, and forgets the command,
 * once that is known. A page that dies between the two says it again.
 */
async function settle(
  command: Command,
  facts: {
    readonly ports: CommandPorts;
    readonly pauses: readonly number[];
    readonly tell?: (command: Command, end: KnownEnd<unknown>) => void;
  },
): Promise<KnownEnd<unknown> | 'gone' | 'unknown'> {
  const { ports, pauses, tell } = facts;
  // Another page may have come to its end, and said so, a moment ago.
  if (!ports.store.load().some(({ requestId }) => requestId === command.requestId)) return 'gone';
  const end = await endOf(command, { ports, pauses });
  if (end === null) return 'unknown';
  tell?.(command, end);
  ports.store.forget(command.requestId);
  return end;
}

/**
 * Whether an earlier press would be doubled by this one: one whose page is gone or gave up. One
 * that another page still waits for was pressed on purpose beside this.
 */
async function findEarlier(
  command: Command,
  facts: { readonly ports: CommandPorts; readonly onSilence: (() => void) | undefined },
): Promise<Extract<CommandEnd<never>, { kind: 'earlier' | 'unknown' }> | null> {
  const { ports, onSilence } = facts;
  for (const earlier of ports.store.load().filter((one) => isDoubledBy(one, command))) {
    const own = await ports.ending(earlier.requestId);
    // Pressed in this page, which told its end itself.
    if (own !== null && own.kind !== 'unknown') continue;
    const end = await ports.hold(earlier.requestId, () => {
      onSilence?.();
      return settle(earlier, { ports, pauses: PAUSES_MS });
    });
    if (end === 'unknown') return { kind: 'unknown' };
    if (end !== null && end !== 'gone' && end.kind === 'done')
      return { kind: 'earlier', command: earlier };
  }
  return null;
}

/**
 * Sends a command once: it is written down before it leaves and forgotten with its answer. After
 * silence the page asks what became of it; what nobody decided is annulled, so that it cannot
 * happen later. Nothing is sent while an earlier press of the same may have gone through.
 *
 * @source WIRE "Idempotency", "Timeouts"
 */
export async function performCommand<Result>(
  command: Command,
  facts: {
    readonly ports: CommandPorts;
    /** The answer is late; the page may say so while it asks. */
    readonly onSilence?: (() => void) | undefined;
  },
): Promise<CommandEnd<Result>> {
  const { ports, onSilence } = facts;
  const end = await ports.hold(command.requestId, async (): Promise<CommandEnd<unknown>> => {
    // Before it looks for others, so that of two at once the later sees the earlier.
    ports.store.keep(command);
    const earlier = await findEarlier(command, { ports, onSilence });
    const attempt = earlier ?? (await ports.send(command));
    if (attempt.kind !== 'silence') {
      ports.store.forget(command.requestId);
      return attempt;
    }
    onSilence?.();
    const known = await endOf(command, { ports, pauses: PAUSES_MS });
    if (known === null) return { kind: 'unknown' };
    ports.store.forget(command.requestId);
    return known;
  });
  return (end ?? { kind: 'unknown' }) as CommandEnd<Result>;
}

/**
 * Asks once what became of what a user pressed and no page waits for: says each end, then forgets
 * it. Answers whether something is still not known.
 */
export async function settleKept(facts: {
  readonly ports: CommandPorts;
  readonly userId: string;
  readonly tell: (command: Command, end: KnownEnd<unknown>) => void;
}): Promise<boolean> {
  const { ports, userId, tell } = facts;
  let isOpen = false;
  for (const command of ports.store.load().filter((one) => one.userId === userId)) {
    const end = await ports.hold(command.requestId, () =>
      settle(command, { ports, pauses: [], tell }),
    );
    if (end === null || end === 'unknown') isOpen = true;
  }
  return isOpen;
}
