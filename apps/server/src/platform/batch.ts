import pg from 'pg';

/** A statement with the name under which a connection keeps its plan. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** What of the driver's connection a batch uses. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void };
  readonly parsedStatements: Record<string, string>;
  sync(): void;
  on(event: 'parseComplete', act: () => void): void;
  off(event: 'parseComplete', act: () => void): void;
};

/**
 * Statements behind one `Sync`. The driver writes one behind every query; here its queries write
 * to a connection that leaves out all but the last, and descriptions of rows nobody reads.
 */
class Batch extends pg.Query {
  readonly #parts: readonly NamedStatement[];
  #forget: () => void = () => undefined;

  constructor(parts: readonly NamedStatement[], settled: (error: Error | null) => void) {
    super('');
    this.#parts = parts;
    const callback = (error: Error | null): void => {
      this.#forget();
      settled(error);
    };
    Object.assign(this, { callback });
  }

  /** Writes down what the server says it has planned: it keeps that, whatever fails behind it. */
  #rememberPrepared(wire: Wire): void {
    const fresh = new Map(
      this.#parts
        .filter(({ name }) => wire.parsedStatements[name] === undefined)
        .map(({ name, text }) => [name, text]),
    );
    if (fresh.size === 0) return;
    const planned = fresh.entries();
    const remember = (): void => {
      const [name, text] = planned.next().value ?? [];
      if (name !== undefined && text !== undefined) wire.parsedStatements[name] = text;
    };
    wire.on('parseComplete', remember);
    this.#forget = () => wire.off('parseComplete', remember);
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    this.#rememberPrepared(wire);
    const nothing = {
      describe: () => undefined,
      sync: () => undefined,
      submittedNamedStatements: {},
    };
    const open = Object.assign(Object.create(wire) as object, nothing) as never;
    // What the driver cannot write leaves half a message behind; nothing may follow it.
    const broken = (error: unknown): void => {
      if (error instanceof Error) wire.stream.destroy(error);
    };
    wire.stream.cork();
    for (const { name, text, values } of this.#parts) {
      const part = new pg.Query({ name, text, values: [...values] });
      broken(Object.assign(part, { callback: broken }).submit(open));
    }
    wire.sync();
    wire.stream.uncork();
  };

  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/** Whether a connection has planned all of these statements. */
export function hasPlanned(client: pg.ClientBase, statements: readonly NamedStatement[]): boolean {
  const { parsedStatements } = (client as unknown as { connection: Wire }).connection;
  return statements.every(({ name }) => parsedStatements[name] !== undefined);
}

/**
 * Runs statements as one transaction in one write and one read: the server commits at the `Sync`
 * behind the last; when one fails it skips the rest and takes everything back.
 *
 * @throws what the server said; an error without a code when the connection is lost
 * @source PostgreSQL manual, "Pipelining" in the chapter on the message flow
 */
export function runBatch(
  client: pg.ClientBase,
  statements: readonly NamedStatement[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = (error: Error | null): void => (error === null ? resolve() : reject(error));
    client.query(new Batch(statements, settled));
  });
}
