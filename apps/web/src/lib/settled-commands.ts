import { type MessageKey, loadAllTexts, t } from '@candor/locales';
import { formatTime, toast } from '@candor/ui';
import type { Command, KnownEnd } from './commands.ts';
import { onReturn } from './returns.ts';
import { failureText } from './failure-text.ts';
import { settleMoneyCommands, whenLeftOpen } from './money-commands.ts';
import { currentSession, onSessionChange } from './session.ts';

/** Pauses between rounds while something is not known; the last one stays. */
const AGAIN_MS = [1_000, 2_000, 5_000, 15_000] as const;

const NAMES: Readonly<Record<string, MessageKey>> = {
  'cashier.cancel-withdrawal': 'withdraw.cancel',
  'cashier.claim-deposit': 'deposit.missing',
  'cashier.withdraw': 'records.kind-withdrawal',
  'exchange.convert': 'page.convert-title',
  'contracts.open': 'act.open',
  'contracts.close': 'act.close',
  'contracts.amend': 'act.amend',
  'contracts.cancel': 'act.cancel',
  'contracts.close-all': 'act.close-all',
  'contracts.reverse': 'act.reverse',
  'loans.add-collateral': 'loan.add',
  'loans.apply': 'loan.apply',
  'loans.draw': 'loan.draw-it',
  'loans.repay': 'loan.repay',
  'nft.buy': 'nft.act',
  'options.buy': 'act.option',
  'plans.buy': 'plans.invest',
  'plans.cancel': 'plans.take-back',
  'plans.exit': 'plans.leave',
  'plans.paper': 'plans.try-paper',
  'portfolio.demo-reset': 'act.demo-reset',
};

/** What was pressed, in words; the market where the command names one. */
function commandName({ name, body }: Command): string {
  const { code } = body;
  return t(NAMES[name] ?? 'act.open', { code: typeof code === 'string' ? code : '' });
}

/** The two sentences a settled act is told in: what was pressed, and what became of it. */
function settledText(
  command: Command,
  end: KnownEnd<unknown>,
): { readonly title: string; readonly text: string } {
  const time = formatTime(command.pressedAt, 'second');
  const title = `${t(`mode.${command.mode}`)} · ${commandName(command)}`;
  if (end.kind === 'done') return { title, text: t('act.happened', { time }) };
  if (end.kind === 'notSent') return { title, text: t('act.not-happened', { time }) };
  return { title, text: t('act.refused', { time, why: failureText(end.failure, t) }) };
}

async function tell(command: Command, end: KnownEnd<unknown>): Promise<void> {
  await loadAllTexts();
  toast({ ...settledText(command, end), isUndone: end.kind !== 'done', stays: true });
  // Whatever is on screen was read before the page knew of this.
  const { queryClient } = await import('./query.ts');
  await queryClient.invalidateQueries();
}

type State = {
  timer: ReturnType<typeof setTimeout> | undefined;
  rounds: number;
  isAsking: boolean;
  /** Something happened during a round that the round did not look at. */
  isAskedAgain: boolean;
};
const state: State = { timer: undefined, rounds: 0, isAsking: false, isAskedAgain: false };

async function ask(): Promise<void> {
  const { user, state: place } = currentSession();
  if (user === null || place !== 'in') return;
  const isOpen = await settleMoneyCommands(user.id, (command, end) => void tell(command, end));
  if (!isOpen) return;
  const wait = AGAIN_MS[Math.min(state.rounds, AGAIN_MS.length - 1)];
  state.rounds += 1;
  state.timer = setTimeout(() => void askInTurn(), wait);
}

/** One round after the other, never two at once. */
async function askInTurn(): Promise<void> {
  state.isAskedAgain = state.isAsking;
  if (state.isAsking) return;
  state.isAsking = true;
  clearTimeout(state.timer);
  await ask().finally(() => {
    state.isAsking = false;
  });
  if (state.isAskedAgain) begin();
}

function begin(): void {
  state.rounds = 0;
  void askInTurn();
}

/**
 * Asks what became of what was under way when a page died or gave up, says it, and forgets it: at
 * the start, with each session, after each break, and again until it is known.
 */
export function watchCommands(): void {
  whenLeftOpen(begin);
  onReturn(begin);
  let userId = currentSession().user?.id;
  onSessionChange(() => {
    const now = currentSession().user?.id;
    if (now === userId) return;
    userId = now;
    begin();
  });
  begin();
}
