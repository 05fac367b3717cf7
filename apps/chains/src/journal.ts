import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes all of a text, so that it stands after a loss of power too. */
function writeWhole(path: string, text: string, flags: 'a' | 'w'): void {
  const file = openSync(path, flags, 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Exchanges a file as a whole. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(`${path}.new`, text, 'w');
  renameSync(`${path}.new`, path);
}

/**
 * The blocks of a local chain, one line each: what a restart makes the very same chain of, with the
 * same hashes, so that nothing that was credited looks taken back.
 */
export class Journal<Block> {
  readonly #path: string;
  readonly blocks: Block[];

  constructor(path: string) {
    this.#path = path;
    this.blocks = existsSync(path) ? readLines<Block>(path) : [];
    // A line that a crash cut short would swallow the next one.
    this.#replace();
  }

  append(block: Block): void {
    writeWhole(this.#path, `${JSON.stringify(block)}\n`, 'a');
    this.blocks.push(block);
  }

  /** Takes the newest blocks away; the chain is another one from there. */
  drop(depth: number): Block[] {
    const dropped = this.blocks.splice(this.blocks.length - depth, depth);
    this.#replace();
    return dropped;
  }

  #replace(): void {
    replaceFile(this.#path, this.blocks.map((block) => `${JSON.stringify(block)}\n`).join(''));
  }
}

/** A last line without an end was never kept. */
function readLines<Block>(path: string): Block[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Block);
}
