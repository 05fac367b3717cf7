import { type Result, fail, ok } from '@candor/kernel';
import type { CallResult, MessageName, WalletProof } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import type { FoundWallet } from '../../../lib/wallet/found.ts';

type NonceParams = CallResult<'accounts.wallet-nonce'>;
type Answer<Value> = Result<Value, CallFailure>;

/** What signing is at: nothing, the wallet shows its account, its owner reads, the server checks. */
export type SigningStep = 'idle' | 'connecting' | 'signing' | 'checking';

/** Signing with a wallet, as a page shows it. */
export type Signing = {
  readonly step: SigningStep;
  /** The wallet that is being asked. */
  readonly wallet: FoundWallet | null;
  /** The text that is being signed, to be read before its owner says yes. */
  readonly message: string | null;
  /** What went wrong, in words. */
  readonly problem: string | null;
  /** Asks for the text, has it signed and hands the proof on. */
  sign(wallet: FoundWallet): Promise<void>;
};

/**
 * Signs a text of the server with a wallet and hands the proof on: the account, the text, the
 * signature, what it opens, with a sentence for whatever goes wrong.
 */
export function useSigning<Value>(options: {
  /** The text to sign for this account. */
  readonly ask: (
    owner: Pick<FoundWallet, 'chain'> & { address: string },
  ) => Promise<Answer<NonceParams>>;
  /** What the proof is for. */
  readonly present: (proof: WalletProof) => Promise<Answer<Value>>;
  readonly onDone: (value: Value) => void;
}): Signing {
  const { ask, present, onDone } = options;
  const t = useT();
  const [step, setStep] = useState<SigningStep>('idle');
  const [wallet, setWallet] = useState<FoundWallet | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const said = (name: MessageName): string => t(`message.${name}`);
  const refusalText = (failure: CallFailure): string =>
    failure.name === 'sign-in-unconfirmed' ? said('authorization-failed') : failureText(failure, t);

  async function run(chosen: FoundWallet): Promise<Result<Value, string>> {
    const { chain } = chosen;
    setStep('connecting');
    const account = await chosen.account();
    if (!account.ok) return fail(said(account.failure));
    const address = account.value;
    const asked = await ask({ chain, address });
    if (!asked.ok) return fail(refusalText(asked.failure));
    const { message } = asked.value;
    setText(message);
    setStep('signing');
    const signature = await chosen.sign({ address, message });
    if (!signature.ok) return fail(said(signature.failure));
    setStep('checking');
    const used = await present({ chain, message, signature: signature.value });
    return used.ok ? ok(used.value) : fail(refusalText(used.failure));
  }

  return {
    step,
    wallet,
    message: text,
    problem,
    async sign(chosen) {
      if (step !== 'idle') return;
      setWallet(chosen);
      setProblem(null);
      const answer = await run(chosen);
      setStep('idle');
      setText(null);
      if (answer.ok) onDone(answer.value);
      else setProblem(answer.failure);
    },
  };
}
