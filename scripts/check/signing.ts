import { type Node, isNode, literalOf, nameOf, quasisOf, walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';

/** The server and the packages it uses; tests sign, so that there is something to read. */
const LOOKED_AT = /^(?:apps\/server|packages\/[^/]+)\/src\//;
/** Whose dependencies are there where the server runs; those of tests are not. */
const RUN = /^(?:apps\/server|packages\/(?!testkit)[^/]+)$/;
const LEFT_OUT = /\.test\.tsx?$/;

/** Packages that sign for a chain, or run one. */
const PACKAGES = [
  /^viem\/(?:accounts|account-abstraction|experimental|tempo|zksync)(?:\/|$)/,
  /^(?:ethers|hardhat|tronweb|web3|bitcoinjs-lib|ecpair|tiny-secp256k1|secp256k1|elliptic)(?:\/|$)/,
  /^@scure\/(?:btc-signer|bip39|starknet)(?:\/|$)/,
  /^@noble\/(?:curves|secp256k1|ed25519)(?:\/|$)/,
  /^@nomicfoundation\//,
  /^@foundry-rs\//,
  /^@candor\/chains(?:\/|$)/,
];

/** Names of viem and of HD keys by which one signs, sends, or holds what signs. */
const NAMES = new Set([
  'createWalletClient',
  'createTestClient',
  'hdKeyToAccount',
  'mnemonicToAccount',
  'privateKeyToAccount',
  'privateKeyToAddress',
  'privateToAccount',
  'fromMasterSeed',
  'sendRawTransaction',
  'sendTransaction',
  'signTransaction',
  'signTypedData',
  'walletActions',
]);

/** Calls of a node that send, sign or unlock. */
const CALLS =
  /^(?:eth_sendTransaction|eth_sendRawTransaction|eth_sign[A-Za-z0-9_]*|personal_[A-Za-z]+|wallet_[A-Za-z]+)$|^\/?wallet\/broadcast|broadcasttransaction/;

function textsOf(node: Node): string[] {
  if (node.type === 'TemplateLiteral') return quasisOf(node);
  const text = literalOf(node);
  return text === null ? [] : [text];
}

/** What a node of the tree says that signs; null: nothing. */
function saidBy(node: Node): string | null {
  const name = nameOf(node);
  if (name !== null && NAMES.has(name)) return name;
  const property = isNode(node['property']) ? literalOf(node['property']) : null;
  if (property !== null && NAMES.has(property)) return property;
  return textsOf(node).find((text) => CALLS.test(text)) ?? null;
}

/** Whatever could sign for a chain or send to one, in what the server runs. */
export function checkSigning(tree: Tree): Outcome {
  const found = tree.workspaces
    .filter(({ folder }) => RUN.test(folder))
    .flatMap(({ folder, dependencies }) =>
      [...dependencies]
        .filter((name) => PACKAGES.some((one) => one.test(name)))
        .map((name) => `${folder}/package.json depends on ${name}, which signs`),
    );
  for (const source of tree.sources.values()) {
    if (!LOOKED_AT.test(source.path) || LEFT_OUT.test(source.path)) continue;
    for (const { specifier, line } of source.imports) {
      if (specifier === null || !PACKAGES.some((one) => one.test(specifier))) continue;
      found.push(`${source.path}:${line} imports ${specifier}, which signs`);
    }
    walk(source.program, (node) => {
      const said = saidBy(node);
      if (said !== null)
        found.push(`${source.path}:${source.lineOf(node.start)} ${said} signs or sends`);
    });
  }
  return outcomeOf('boundaries 24 the server signs for no chain', found, '');
}
