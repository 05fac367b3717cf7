import type { StepUpAction } from '@candor/protocol/light';
import type { RunningProduct } from './product.ts';

/** Confirms an action by password, as its owner does in a dialog; answers what to send with it. */
export async function confirmCommand(
  product: RunningProduct,
  act: { token: string; password: string; action: StepUpAction; subject?: string },
): Promise<string> {
  const { token, password, action, subject } = act;
  const body = subject === undefined ? { action } : { action, subject };
  const asked = await product.call('accounts.step-up', { token, body });
  const proof = { challenge: asked.result.challenge, password };
  const proved = await product.call('accounts.step-up-proof', { token, body: proof });
  return proved.result.stepUp;
}
