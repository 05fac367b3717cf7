/**
 * Every sentence of the seed's parts 5 and 8 that is not a numbered code: its name, the capability
 * that shows it, and the seed's words. Texts are in `locales` under `message.<name>`.
 *
 * @source seed §5, §8
 */
export const MESSAGES = {
  'enter-username-or-email': { capability: 'accounts', seed: 'enter username or email' },
  'enter-username-and-password': { capability: 'accounts', seed: 'enter username and password' },
  'enter-password': { capability: 'accounts', seed: 'enter password' },
  'confirm-password': { capability: 'accounts', seed: 'confirm password' },
  'passwords-differ': { capability: 'accounts', seed: 'the two passwords are inconsistent' },
  'email-format': {
    capability: 'accounts',
    seed: 'email format incorrect',
  },
  'enter-email': {
    capability: 'accounts',
    seed: 'enter email',
  },
  'enter-code': {
    capability: 'accounts',
    seed: 'enter verification code',
  },
  'enter-phone': {
    capability: 'accounts',
    seed: 'enter phone number',
  },
  'enter-address': { capability: 'cashier', seed: 'enter address or wallet address' },
  'enter-amount': { capability: 'contracts', seed: 'enter the amount (correct amount)' },
  'enter-investment-amount': { capability: 'plans', seed: 'enter investment amount' },
  'enter-loan-amount': { capability: 'loans', seed: 'enter loan amount' },
  'enter-withdrawal-amount': { capability: 'cashier', seed: 'enter withdrawal amount' },
  'enter-quantity': { capability: 'contracts', seed: 'enter purchase quantity' },
  'enter-smart-amount': { capability: 'plans', seed: 'enter smart amount' },
  'enter-stop-loss': { capability: 'contracts', seed: 'enter stop loss price' },
  'enter-take-profit': { capability: 'contracts', seed: 'enter take profit price' },
  'stop-loss-unreasonable': { capability: 'contracts', seed: 'stop loss not reasonable' },
  'take-profit-unreasonable': { capability: 'contracts', seed: 'take profit not reasonable' },
  'stops-unreasonable': {
    capability: 'contracts',
    seed: 'unreasonable take profit and stop loss setting',
  },
  'complete-information': { capability: 'identity', seed: 'complete full information' },
  'entered-incomplete': { capability: 'identity', seed: 'data entered is incomplete' },
  'upload-image': {
    capability: 'files',
    seed: 'upload the required image or certificate (and the deposit proof)',
  },
  'image-format': { capability: 'files', seed: 'image format incorrect' },
  'image-size': { capability: 'files', seed: 'image size cannot exceed 2 MB' },
  'not-signed': { capability: 'identity', seed: 'not signed' },
  'identity-first': { capability: 'identity', seed: 'do KYC first' },
  'below-minimum': {
    capability: 'cashier',
    seed: 'recharge amount below the minimum',
  },
  'minimum-deposit': {
    capability: 'cashier',
    seed: '{name} minimum deposit is {limit}',
  },
  'select-method': { capability: 'cashier', seed: 'select a withdrawal method' },
  'wallet-authorization-first': {
    capability: 'cashier',
    seed: 'USDT wallet authorization required first',
  },
  'switch-to-real': {
    capability: 'cashier',
    seed: 'switch to a real account for this action',
  },
  'demo-no-plans': { capability: 'plans', seed: 'demo account cannot use smart trading' },
  'plans-not-enabled': { capability: 'plans', seed: 'smart trading is not enabled' },
  'close-done': { capability: 'contracts', seed: 'a message with profit and price' },
  'close-failed': { capability: 'contracts', seed: 'Close failed, please try again later' },
  'unknown-error': { capability: 'platform', seed: 'unknown error' },
  'network-timeout': {
    capability: 'contracts',
    seed: 'Network timeout, go to the order list to see the order',
  },
  'upload-failed': { capability: 'files', seed: 'Upload failed, try again' },
  'demo-disabled': { capability: 'accounts', seed: 'Demo account disabled' },
  'not-yet-open': { capability: 'accounts', seed: 'Function not yet open' },
  'copy-done': { capability: 'platform', seed: 'Copy success' },
  'copy-failed': { capability: 'platform', seed: 'copy error' },
  'no-more': { capability: 'platform', seed: 'No more data' },
  'nothing-found': { capability: 'platform', seed: 'nothing found' },
  'no-camera': { capability: 'identity', seed: 'User media access not supported' },
  'wallet-install': { capability: 'accounts', seed: 'install or unlock the wallet' },
  'wallet-failed': { capability: 'accounts', seed: 'web3 initialization failed' },
  'wallet-no-account': { capability: 'accounts', seed: 'no account info' },
  'wallet-not-connected': { capability: 'accounts', seed: 'wallet not connected' },
  'authorization-incomplete': { capability: 'accounts', seed: 'authorization not completed' },
  'authorization-failed': {
    capability: 'accounts',
    seed: 'failed to save or check authorization',
  },
  'confirmation-running': {
    capability: 'accounts',
    seed: 'transaction confirmation in progress',
  },
  'session-over-balance': {
    capability: 'cashier',
    seed: 'login expired, withdrawal may fail, log in again?',
  },
} as const satisfies Record<string, { capability: string; seed: string; awaits?: string }>;

/** Name of a sentence. */
export type MessageName = keyof typeof MESSAGES;

/** All names, in the order of the seed. */
export const MESSAGE_NAMES = Object.keys(MESSAGES) as MessageName[];
