/** All a wallet may ever be asked: who it is, and to sign a text. @source PRODUCT H1 */
const ALLOWED: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'personal_sign',
  'tron_requestAccounts',
  'signMessageV2',
]);

/** Whether a wallet may never be asked this: it could move money, or let another party move it. */
export const isForbidden = (method: string): boolean => !ALLOWED.has(method);

/** What the wallets of a run were asked, by every journey together. */
export function countWalletCalls() {
  const asked = new Map<string, number>();
  return {
    add(method: string): void {
      asked.set(method, (asked.get(method) ?? 0) + 1);
    },
    /** What was asked and never may be, and how often; empty where all is well. */
    forbidden: (): string[] =>
      [...asked].flatMap(([method, times]) =>
        isForbidden(method) ? [`${method} × ${times}`] : [],
      ),
  };
}
