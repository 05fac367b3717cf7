import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What must not be in the built pages: every request by which a wallet could be made to move
 * something or to let another party spend, under its name and under the four bytes contracts know
 * it by.
 *
 * @source PRODUCT H1 · RELIABILITY 4.5
 */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['a transaction', /\b(?:eth_|wallet_)?send(?:Raw)?Transactions?\b|\bwallet_sendCalls\b/],
  ['a signed transaction', /\b(?:eth_)?signTransaction\b/],
  ['a blind signature', /\beth_sign\b/],
  ['a signature over typed data', /\b(?:eth_)?signTypedData(?:_v\d)?\b/],
  ['a new right in the wallet', /\bwallet_(?:grant|request)Permissions\b/],
  ['a call of a contract of Tron', /\btriggerSmartContract\b/],
  ['an approval', /\.(?:approve|permit)\s*\(|\b(?:in|de)creaseAllowance\b|\bsetApprovalForAll\b/],
  ['an approval by its bytes', /095ea7b3|39509351|a457c2d7|a22cb465/i],
  ['a permit by its bytes', /d505accf|8fcbaf0c|2b67b570|30f28b7a/i],
];

const TEXTS = /\.(?:js|html|css|json|webmanifest)$/;

/** What one text holds of what is forbidden. */
export function forbiddenIn(text: string): string[] {
  return FORBIDDEN.flatMap(([name, pattern]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${name}: ${found}`];
  });
}

/** What a folder of built pages holds of what is forbidden, file by file. */
export function scanForWalletWords(dist: string): { found: string[]; files: number } {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    TEXTS.test(file),
  );
  const found = files.flatMap((file) =>
    forbiddenIn(readFileSync(join(dist, file), 'utf8')).map((one) => `${file} asks for ${one}`),
  );
  return { found, files: files.length };
}
