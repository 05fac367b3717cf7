// Promise: the browser checks by itself whether the tape begins with what was signed in each
// checkpoint it kept, says which does not hold, and never says that all is well unless it is.
import { createHash } from 'node:crypto';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { queryClient } from '../../lib/query.ts';
import { speak } from '../../testing/speak.ts';
import { Checkpoints } from './Checkpoints.tsx';
import { isSignedByAny } from '../../lib/signed-note.ts';
import { beginsWith } from './consistency.ts';

const hash = (...parts: (Buffer | string)[]): Buffer => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};
const leaf = (text: string): Buffer => hash('\u0000', Buffer.from(text, 'hex'));
const node = (left: Buffer, right: Buffer): Buffer => hash('\u0001', left, right);
const b64 = (bytes: Buffer): string => bytes.toString('base64');

/** The first three leaves of Certificate Transparency's own tests. */
const [A, B, C] = [leaf(''), leaf('00'), leaf('10')];
const TWO = node(A, B);
const THREE = node(TWO, C);

describe('a proof', () => {
  it('leads to the published roots, and to no others', async () => {
    expect(TWO.toString('hex')).toMatch(/^fac54203e7cc696c/);
    expect(THREE.toString('hex')).toMatch(/^aeb6bcfe274b70a1/);
    const old = { size: 2, root: b64(TWO) };
    const now = { size: 3, root: b64(THREE) };
    expect(await beginsWith({ old, now }, [b64(C)])).toBe(true);
    expect(await beginsWith({ old: { ...old, root: b64(A) }, now }, [b64(C)])).toBe(false);
    expect(await beginsWith({ old, now: { ...now, root: b64(A) } }, [b64(C)])).toBe(false);
    for (const path of [[], [b64(B)], [b64(C), b64(C)], ['AAAA']]) {
      expect(await beginsWith({ old, now }, path)).toBe(false);
    }
    const odd = { size: 1, root: b64(A) };
    expect(await beginsWith({ old: odd, now }, [b64(B), b64(C)])).toBe(true);
    expect(await beginsWith({ old: now, now: old }, [b64(C)])).toBe(false);
  });

  it('of a signature is that of the published note', async () => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const note =
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n\n" +
      '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqd' +
      'ngotpRZb6KE6RyyBwJnAM=\n';
    expect(await isSignedByAny(note, [key])).toBe(true);
    expect(await isSignedByAny(note.replace('problem,', 'trouble,'), [key])).toBe(false);
    expect(await isSignedByAny(note, [key.replace('c74f20a3', 'c74f20a4')])).toBe(false);
  });
});

describe('what this browser kept', () => {
  let keys: CryptoKeyPair;
  let verifier: string;
  const NAME = 'candor-tape/00ff';

  async function signed(size: number, root: Buffer): Promise<string> {
    const text = `${NAME}\n${size}\n${b64(root)}\ntime ${size * 60_000}\n`;
    const bytes = await crypto.subtle.sign('Ed25519', keys.privateKey, Buffer.from(text));
    const id = Buffer.from(verifier.split('+')[1] ?? '', 'hex');
    return `${text}\n\u2014 ${NAME} ${b64(Buffer.concat([id, Buffer.from(bytes)]))}\n`;
  }

  beforeEach(async () => {
    await speak('en');
    keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', keys.publicKey));
    const key = Buffer.concat([Buffer.from([1]), raw]);
    verifier = `${NAME}+${hash(`${NAME}\n`, key).toString('hex').slice(0, 8)}+${b64(key)}`;
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  async function check(facts: { held: string[]; proof?: object; keys?: null }): Promise<void> {
    const note = await signed(3, THREE);
    const latest = { number: 3, size: 3, root: b64(THREE), at: 180_000, key: 1, note };
    standInForServer({
      '/trust/checkpoint': () => answered(latest),
      '/trust/keys': () =>
        answered({
          schema: 'candor.keys/1',
          origin: NAME,
          keys: facts.keys === null ? null : [{ verifier }],
          anchors: [],
        }),
      '/trust/consistency': () =>
        facts.proof === undefined ? refused('unavailable') : answered(facts.proof),
    });
    localStorage.setItem('checkpoints', JSON.stringify(facts.held));
    render(
      <QueryClientProvider client={queryClient}>
        <Checkpoints />
      </QueryClientProvider>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Check them' }));
  }

  it('holds where the tape begins with it', async () => {
    const held = [await signed(2, TWO), await signed(3, THREE)];
    await check({ held, proof: { from: 2, to: 3, path: [b64(C)] } });
    expect(await screen.findByText(/^All hold/)).toBeTruthy();
    expect(screen.getByText(/this browser kept from your orders: 2/)).toBeTruthy();
  });

  it('is evidence where the tape was written anew', async () => {
    const held = [await signed(2, node(A, C))];
    await check({ held, proof: { from: 2, to: 3, path: [b64(C)] } });
    expect(await screen.findByRole('button', { name: 'Save it as a file' })).toBeTruthy();
    expect(screen.queryByText(/^All hold/)).toBeNull();
  });

  it('is evidence where it has more prices than the tape, or no published key signed it', async () => {
    await check({ held: [await signed(4, THREE)] });
    expect(await screen.findByText('One of them does not hold')).toBeTruthy();
    cleanup();
    const other = (await signed(3, THREE)).replace('\u2014 candor-tape', '\u2014 other-tape');
    await check({ held: [other] });
    expect(await screen.findByText('One of them does not hold')).toBeTruthy();
  });

  it('is not said to hold where nobody answers', async () => {
    await check({ held: [await signed(2, TWO)] });
    expect(await screen.findByText(/^They could not be checked/)).toBeTruthy();
  });

  it('that is not signed by anything readable is evidence, and the check ends', async () => {
    const broken = (await signed(2, TWO)).replace(/(\u2014 \S+ )\S+/, '$1!!');
    await check({ held: [broken], proof: { from: 2, to: 3, path: [b64(C)] } });
    expect(await screen.findByText('One of them does not hold')).toBeTruthy();
    expect(screen.getByText(/It counts 2 prices and was signed/)).toBeTruthy();
  });

  it('can be checked again after a check that broke on the way', async () => {
    await check({ held: [await signed(2, TWO)], keys: null });
    expect(await screen.findByText(/^They could not be checked/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check them' }).disabled).toBe(
      false,
    );
  });

  it('is shown beside a newest one that is not there yet, or could not be read', async () => {
    const show = (): void => {
      render(
        <QueryClientProvider client={queryClient}>
          <Checkpoints />
        </QueryClientProvider>,
      );
    };
    standInForServer({ '/trust/checkpoint': () => refused('not-found') });
    show();
    expect(await screen.findByText(/^Nothing is signed yet/)).toBeTruthy();
    expect(screen.getByText(/^This browser has kept none yet/)).toBeTruthy();
    cleanup();
    queryClient.clear();
    standInForServer({ '/trust/checkpoint': () => refused('forbidden') });
    show();
    expect(await screen.findByText('Couldn’t load the newest checkpoint')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
