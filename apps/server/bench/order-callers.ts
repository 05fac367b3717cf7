/**
 * Callers that place market orders over keep-alive connections, in a process of their own: the CPU
 * they take is nobody else's. They write and read HTTP/1.1 by hand, as a load generator does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { BASE_PATH, MODE_HEADER, PATHS, modeHeaderOf } from '@candor/protocol';

/** A round of calls: each connection sends its next order when the one before is answered. */
export type Round = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly tokens: readonly string[];
  readonly code: string;
};

/** What a round did, or what a call was answered that was not an order. */
export type RoundDone = { readonly perSecond: number; readonly orders: number };
type Said = RoundDone | { readonly failed: string };

const END_OF_HEAD = '\r\n\r\n';

function requestOf(token: string, code: string): string {
  const body = JSON.stringify({
    code,
    direction: 'buy',
    orderType: 'market',
    lots: '0.01',
    leverage: 2,
    requestId: randomUUID(),
  });
  return (
    `POST ${BASE_PATH}${PATHS.openContract} HTTP/1.1\r\nHost: localhost\r\n` +
    `Authorization: ${token}\r\n${MODE_HEADER}: ${modeHeaderOf('demo')}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}${END_OF_HEAD}${body}`
  );
}

/** Calls `next` with each whole answer. */
function readAnswers(wire: Socket, next: (answer: string) => void): void {
  let text = '';
  // A character for each byte, so that lengths are those of the header.
  wire.setEncoding('latin1');
  wire.on('data', (more: string) => {
    text += more;
    const head = text.indexOf(END_OF_HEAD);
    if (head < 0) return;
    const bytes = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? '0';
    if (text.length < head + END_OF_HEAD.length + Number.parseInt(bytes, 10)) return;
    const answer = text;
    text = '';
    next(answer);
  });
}

async function play({ port, connections, seconds, tokens, code }: Round): Promise<RoundDone> {
  const wires = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setNoDelay());
  await Promise.all(wires.map((wire) => once(wire, 'connect')));
  let turn = 0;
  let orders = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  const answered = (wire: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void => {
        wire.write(requestOf(tokens[(turn += 1) % tokens.length] ?? '', code));
      };
      readAnswers(wire, (answer) => {
        if (!answer.includes('"20004"')) return reject(new Error(answer));
        orders += 1;
        if (performance.now() < until) ask();
        else resolve();
      });
      wire.on('error', reject);
      ask();
    });
  await Promise.all(wires.map(answered));
  const perSecond = (orders * 1_000) / (performance.now() - started);
  for (const wire of wires) wire.destroy();
  return { perSecond, orders };
}

/** Callers in a process of their own. */
export type OrderCallers = { play(round: Round): Promise<RoundDone>; end(): void };

/** Starts that process. */
export function startCallers(): OrderCallers {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['callers']);
  return {
    async play(round) {
      child.send(round);
      const [said] = (await once(child, 'message')) as [Said];
      if ('failed' in said) throw new Error(said.failed);
      return said;
    },
    end: () => child.disconnect(),
  };
}

async function answer(round: Round): Promise<void> {
  const said: Said = await play(round).catch((error: unknown) => ({ failed: String(error) }));
  process.send?.(said);
}

if (process.argv[2] === 'callers') process.on('message', (round) => void answer(round as Round));
